package io.gobridge.mqtt.plan;

import java.util.List;

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
	public boolean isRemoved(String topic) {
		return false;
	}

}
