package io.gobridge.mqtt.sample.telemetry;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the sample brings along.
 *
 * @param embeddedBroker whether a broker runs inside the application; if not, the
 * application connects to {@code gobridge.mqtt.url}
 * @param embeddedBrokerPort the port of that broker on the loopback interface; 0 for a
 * free one, so that several instances can run side by side
 * @param simulator whether readings are made up and published
 */
@ConfigurationProperties("sample")
record SampleProperties(@DefaultValue("true") boolean embeddedBroker, @DefaultValue("0") int embeddedBrokerPort,
		@DefaultValue("true") boolean simulator) {

}
