package io.gobridge.mqtt.plan;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The coverage of a session that has no plan yet.
 */
enum UnknownCoverage implements Coverage {

	INSTANCE;

	@Override
	public boolean covers(String topic) {
		return true;
	}

	@Override
	public List<String> coveredBy(String topic) {
		return List.of();
	}

	@Override
	public @Nullable String displacedBy(String topic, int[] subscriptionIdentifiers) {
		return null;
	}

	@Override
	public boolean isRemoved(String topic) {
		return false;
	}

}
