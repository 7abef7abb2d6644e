package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.MqttSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GoBridgeMqttAutoConfiguration} without a broker: nothing listens on
 * the port that is dialled.
 */
@Timeout(60)
class GoBridgeMqttAutoConfigurationTests {

	private static final String NOWHERE = "mqtt://127.0.0.1:9";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, GoBridgeMqttAutoConfiguration.class))
		.withPropertyValues("spring.application.name=app");

	private final ApplicationContextRunner nowhere = this.contextRunner
		.withPropertyValues("gobridge.mqtt.url=" + NOWHERE);

	@Test
	void providesTheDefaultSessionAndStartsWithoutABroker() {
		this.nowhere.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).hasSingleBean(MqttSession.class)
				.hasSingleBean(MqttOperations.class)
				.hasSingleBean(MqttRouteRegistry.class);
			assertThat(context).hasBean("mqttSession").hasBean("mqttTemplate");
			assertThat(context.getBean(ManagedSession.class).settings().clientId()).isEqualTo("app");
			assertThat(context.getBean(ManagedSession.class).isRunning()).isTrue();
		});
	}

	@Test
	void backsOffWhenDisabled() {
		this.nowhere.withPropertyValues("gobridge.mqtt.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(MqttSession.class)
				.doesNotHaveBean(MqttRouteRegistry.class));
	}

	@Test
	void worksWithoutJackson() {
		this.nowhere.withClassLoader(new FilteredClassLoader(JsonMapper.class)).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(PayloadCodec.class);
			assertThat(context).hasSingleBean(MqttTemplate.class);
		});
	}

	@Test
	void furtherSessionsHaveBeansOfTheirOwn() {
		this.nowhere
			.withPropertyValues("gobridge.mqtt.sessions.plant.url=" + NOWHERE,
					"gobridge.mqtt.sessions.plant.client-id=p", "gobridge.mqtt.sessions.plant.session.keep-alive=7s",
					"gobridge.mqtt.sessions.plant.store.path=${gobridge.mqtt.store.path}")
			.run((context) -> {
				assertThat(context.getBean(MqttSession.class).name()).isEqualTo("default");
				ManagedSession plant = context.getBean("plantMqttSession", ManagedSession.class);
				assertThat(plant.settings().keepAlive()).isEqualTo(Duration.ofSeconds(7));
				assertThat(context.getBean(MqttTemplate.class)).isSameAs(context.getBean("mqttTemplate"))
					.isNotSameAs(context.getBean("plantMqttTemplate"));
			});
	}

	@Test
	void withoutAUrlOfItsOwnThereIsNoDefaultSessionBesideOthers() {
		this.contextRunner
			.withPropertyValues("gobridge.mqtt.sessions.plant.url=" + NOWHERE,
					"gobridge.mqtt.sessions.plant.client-id=p",
					"gobridge.mqtt.sessions.plant.store.path=${gobridge.mqtt.store.path}")
			.withBean(DefaultRoute.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(MqttSession.class);
				assertThat(context.getBean(MqttRouteRegistry.class).routes())
					.allSatisfy((route) -> assertThat(route.session()).isEqualTo("plant"));
			});
	}

	@Test
	void connectionDetailsTakeThePlaceOfTheProperties() {
		this.contextRunner.withBean(MqttConnectionDetails.class, () -> () -> List.of("mqtt://127.0.0.1:10"))
			.withPropertyValues("gobridge.mqtt.url=" + NOWHERE)
			.run((context) -> {
				assertThat(context).doesNotHaveBean(PropertiesMqttConnectionDetails.class);
				assertThat(context.getBean(ManagedSession.class).settings().addresses())
					.containsExactly("mqtt://127.0.0.1:10");
			});
	}

	@Test
	void customizersHaveTheLastWord() {
		this.nowhere.withUserConfiguration(Customized.class)
			.run((context) -> assertThat(context.getBean(ManagedSession.class).settings().clientId())
				.isEqualTo("default-custom"));
	}

	@Test
	void refusesKeysAndValuesThatDoNotExist() {
		this.nowhere.withPropertyValues("gobridge.mqtt.sesion.mode=ephemeral")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("gobridge.mqtt.sesion.mode"));
		this.nowhere.withPropertyValues("gobridge.mqtt.sessions.a.session.ack-ordr=settled")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("gobridge.mqtt.sessions.a.session.ack-ordr"));
		this.nowhere.withPropertyValues("gobridge.mqtt.session.mode=forever")
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("gobridge.mqtt.session.mode"));
	}

	@Test
	void startsAgainAfterAStop() {
		this.nowhere.run((context) -> {
			ManagedSession session = context.getBean(ManagedSession.class);
			context.getSourceApplicationContext().stop();
			assertThat(session.isRunning()).isFalse();
			context.getSourceApplicationContext().start();
			assertThat(session.isRunning()).isTrue();
		});
	}

	@Test
	void explainsAMissingClientIdentifier() {
		assertAnalysis(this.nowhere.withPropertyValues("spring.application.name="), "gobridge.mqtt.client-id",
				"spring.application.name");
	}

	@Test
	void explainsPlaintextCredentials() {
		assertAnalysis(
				this.contextRunner.withPropertyValues("gobridge.mqtt.url=mqtt://broker", "gobridge.mqtt.password=hush"),
				"mqtt://broker", "allow-plaintext-credentials=true");
	}

	@Test
	void explainsABadAddressAndSeveralOnes() {
		assertAnalysis(this.contextRunner.withPropertyValues("gobridge.mqtt.url=http://broker"), "http", "mqtts, ssl");
		assertAnalysis(this.contextRunner.withPropertyValues("gobridge.mqtt.url=mqtt://a,mqtt://b"),
				"gobridge.mqtt.url", "session.mode=ephemeral");
	}

	@Test
	void explainsRoutes() {
		assertAnalysis(this.nowhere.withBean(BadFilter.class), "badFilter", "Correct");
		assertAnalysis(this.nowhere.withBean(BadParameter.class), "parameter", "Correct");
		assertAnalysis(this.nowhere.withBean(DefaultRoute.class).withBean(SameId.class), "'same'", "another id");
		assertAnalysis(this.nowhere.withBean(OtherSession.class), "'other'", "gobridge.mqtt.sessions.other.url");
		assertAnalysis(this.nowhere.withBean(Conflict.class), "'x/#'", "the same");
	}

	@Test
	void explainsThatTheBrokerIsNotThereWhereItMustBe() {
		assertAnalysis(
				this.nowhere.withPropertyValues("gobridge.mqtt.session.fail-fast=true",
						"gobridge.mqtt.session.connect-timeout=300ms"),
				NOWHERE, "gobridge.mqtt.session.fail-fast=false");
	}

	private static void assertAnalysis(ApplicationContextRunner runner, String description, String action) {
		runner.run((context) -> {
			FailureAnalysis analysis = Analyses.of(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains(description).doesNotContain("hush");
			assertThat(analysis.getAction()).contains(action).doesNotContain("hush");
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Customized {

		@Bean
		MqttSessionCustomizer clientId() {
			return (session, settings) -> settings.clientId(session + "-custom");
		}

	}

	static class DefaultRoute {

		@MqttRoute(id = "same", topic = "a/b")
		void handle(String payload) {
		}

	}

	static class SameId {

		@MqttRoute(id = "same", topic = "a/c")
		void handle(String payload) {
		}

	}

	static class BadFilter {

		@MqttRoute(id = "bad", topic = "a/#/b")
		void badFilter(String payload) {
		}

	}

	static class BadParameter {

		@MqttRoute(id = "bad", topic = "a/b")
		void handle(String payload, Thread what) {
		}

	}

	static class OtherSession {

		@MqttRoute(topic = "a/b", session = "other")
		void handle(String payload) {
		}

	}

	static class Conflict {

		@MqttRoute(id = "one", topic = "x/#", noLocal = true)
		void one(String payload) {
		}

		@MqttRoute(id = "two", topic = "x/#")
		void two(String payload) {
		}

	}

}
