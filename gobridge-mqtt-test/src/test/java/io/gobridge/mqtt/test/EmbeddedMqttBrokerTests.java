package io.gobridge.mqtt.test;

import io.gobridge.mqtt.autoconfigure.MqttConnectionDetails;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EmbeddedMqttBroker @EmbeddedMqttBroker}.
 */
@SpringBootTest(classes = EmbeddedMqttBrokerTests.Application.class)
@EmbeddedMqttBroker
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EmbeddedMqttBrokerTests {

	@Autowired
	private MqttTestBroker broker;

	@Autowired
	private MqttConnectionDetails connectionDetails;

	@Test
	@Order(1)
	void leadsTheApplicationToTheBroker() {
		assertThat(this.broker.isRunning()).isTrue();
		assertThat(this.connectionDetails.getAddresses()).containsExactly("mqtt://127.0.0.1:" + this.broker.port());
		assertThat(this.connectionDetails.getUsername()).isNull();
		assertThat(this.connectionDetails.getPassword()).isNull();
		assertThat(this.connectionDetails.getSslBundle()).isNull();
	}

	@Test
	@Order(1)
	void isAParameter(MqttTestBroker parameter, @Autowired MqttTestBroker autowired) {
		assertThat(parameter).isSameAs(this.broker);
		assertThat(autowired).isSameAs(this.broker);
	}

	@Test
	@Order(1)
	void isSharedWithClassesThatShareTheContext() throws Exception {
		ApplicationContext first = context(First.class);
		assertThat(context(Second.class)).isSameAs(first);
		assertThat(first.getBean(MqttTestBroker.class)).isSameAs(this.broker);
	}

	@Test
	@Order(2)
	void mayBeStopped() {
		this.broker.stop();
		assertThat(this.broker.isRunning()).isFalse();
	}

	@Test
	@Order(3)
	void runsAgainInTheNextMethod() {
		assertThat(this.broker.isRunning()).isTrue();
	}

	private static ApplicationContext context(Class<?> testClass) {
		return new TestContextManager(testClass).getTestContext().getApplicationContext();
	}

	@Nested
	class InANestedClass {

		@Test
		void isTheSame(@Autowired MqttTestBroker nested) {
			assertThat(nested).isSameAs(EmbeddedMqttBrokerTests.this.broker);
		}

	}

	@SpringBootTest(classes = Application.class)
	@EmbeddedMqttBroker
	static class First {

	}

	@SpringBootTest(classes = Application.class)
	@EmbeddedMqttBroker
	static class Second {

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

	}

}
