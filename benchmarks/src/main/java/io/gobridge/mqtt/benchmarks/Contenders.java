package io.gobridge.mqtt.benchmarks;

import java.util.List;

/**
 * Who can take part in a side-by-side run, and which two the others are held against.
 */
final class Contenders {

	/** The first yardstick: Spring Integration with manual acknowledgement. */
	static final String SPRING_INTEGRATION_MANUAL = "spring-integration-manual";

	/** The second yardstick: the callback of the HiveMQ client as it is. */
	static final String HIVEMQ = "hivemq";

	private static final List<Contender> ALL = List.of(new BareSocketContender(), new PahoContender(),
			SpringIntegrationContender.automatic(), SpringIntegrationContender.manual(), HiveMqContender.automatic(),
			HiveMqContender.manual(), GoBridgeContender.functional(), GoBridgeContender.bytes(),
			GoBridgeContender.json());

	private Contenders() {
	}

	static List<Contender> all() {
		return ALL;
	}

}
