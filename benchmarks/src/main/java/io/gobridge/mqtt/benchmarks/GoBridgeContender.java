package io.gobridge.mqtt.benchmarks;

import java.nio.file.Path;

import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.route.TopicVariable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/**
 * This project, as an application has it: a Spring Boot application with the starter, all
 * defaults but the Receive Maximum, and one route, acknowledged when its handler has
 * returned. The routes subscribe with QoS 2, so that they get every message with the QoS
 * that it was sent with.
 */
final class GoBridgeContender implements Contender {

	private final String id;

	private final Class<?> application;

	private GoBridgeContender(String id, Class<?> application) {
		this.id = id;
		this.application = application;
	}

	/** A route that was registered with a lambda. */
	static Contender functional() {
		return new GoBridgeContender("gobridge-functional", FunctionalRoute.class);
	}

	/** An annotated method that takes the bytes. */
	static Contender bytes() {
		return new GoBridgeContender("gobridge-bytes", BytesRoute.class);
	}

	/**
	 * An annotated method that takes a record, read from JSON, and a part of the topic.
	 */
	static Contender json() {
		return new GoBridgeContender("gobridge-json", JsonRoute.class);
	}

	@Override
	public String id() {
		return this.id;
	}

	@Override
	public Connection start(Broker broker, Tally tally) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(this.application)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.initializers((created) -> ((GenericApplicationContext) created).registerBean(Tally.class, () -> tally))
			.run("--gobridge.mqtt.url=" + broker.url(), "--gobridge.mqtt.client-id=bench-" + this.id,
					"--gobridge.mqtt.session.receive-maximum=" + broker.receiveMaximum(),
					// No broker outlives a run.
					"--gobridge.mqtt.store.path=" + Path.of(System.getProperty("java.io.tmpdir"),
							"gobridge-benchmarks-" + ProcessHandle.current().pid()));
		return context::close;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class FunctionalRoute {

		@Bean
		SmartInitializingSingleton route(MqttRouteRegistry registry, Tally tally) {
			return () -> registry.register(MqttRouteDefinition.builder("readings")
				.topic(Workload.FILTER)
				.qos(2)
				.handler((delivery) -> tally.received(delivery.payload()))
				.build());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class BytesRoute {

		private final Tally tally;

		BytesRoute(Tally tally) {
			this.tally = tally;
		}

		@MqttRoute(topic = "sensors/{site}/temperature", qos = 2)
		void reading(byte[] payload) {
			this.tally.received(payload);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class JsonRoute {

		private final Tally tally;

		JsonRoute(Tally tally) {
			this.tally = tally;
		}

		@MqttRoute(topic = "sensors/{site}/temperature", qos = 2)
		void reading(Reading reading, @TopicVariable("site") String site) {
			this.tally.received(site, reading.celsius());
		}

		record Reading(double celsius) {

		}

	}

}
