package io.gobridge.mqtt.sample.telemetry;

import java.util.List;

import io.gobridge.mqtt.autoconfigure.MqttConnectionDetails;
import io.gobridge.mqtt.test.EmbeddedHiveMq;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A broker inside the application, which listens on the loopback interface only and whose
 * temporary folder is removed at the end. It has started before the connection details
 * exist, hence before a session can dial, and stops after the session.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "sample.embedded-broker", matchIfMissing = true)
@EnableConfigurationProperties(SampleProperties.class)
class EmbeddedBrokerConfiguration {

	private static final Log logger = LogFactory.getLog(EmbeddedBrokerConfiguration.class);

	@Bean(destroyMethod = "close")
	EmbeddedHiveMq embeddedBroker(SampleProperties properties) {
		EmbeddedHiveMq broker = new EmbeddedHiveMq(properties.embeddedBrokerPort());
		try {
			broker.start();
		}
		catch (RuntimeException | Error ex) {
			// There is no bean yet that the context would close.
			broker.close();
			throw ex;
		}
		logger.info("Embedded broker on " + broker.url());
		return broker;
	}

	@Bean
	MqttConnectionDetails embeddedBrokerConnectionDetails(EmbeddedHiveMq embeddedBroker) {
		String url = embeddedBroker.url();
		return () -> List.of(url);
	}

}
