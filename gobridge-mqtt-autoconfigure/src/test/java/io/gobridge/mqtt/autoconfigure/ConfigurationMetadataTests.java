package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the metadata against the table of the contract.
 */
class ConfigurationMetadataTests {

	private static final String PREFIX = "gobridge.mqtt.";

	private static final String NONE = "";

	@Test
	void hasEveryKeyWithTypeDescriptionAndDefault() throws IOException {
		Map<String, JsonNode> properties = properties();
		Map<String, String> table = table();
		table.forEach((key, defaultValue) -> {
			JsonNode property = properties.get(PREFIX + key);
			assertThat(property).as(key).isNotNull();
			assertThat(property.path("description").asString("")).as(key).endsWith(".");
			assertThat(property.path("type").asString("")).as(key).isNotEmpty();
			JsonNode value = property.path("defaultValue");
			String text = value.isArray() ? value.get(0).asString() : value.isMissingNode() ? NONE : value.asString();
			assertThat(text).as(key).isEqualTo(defaultValue);
		});
		assertThat(properties.keySet().stream().filter((name) -> name.startsWith(PREFIX)))
			.containsExactlyInAnyOrderElementsOf(table.keySet().stream().map(PREFIX::concat).toList());
	}

	private static Map<String, String> table() {
		Map<String, String> table = new LinkedHashMap<>();
		table.put("enabled", "true");
		table.put("url", "mqtt://localhost:1883");
		table.put("client-id", "${spring.application.name}");
		table.put("client-id-suffix", "none");
		table.put("assert-stable-identity", "false");
		table.put("username", NONE);
		table.put("password", NONE);
		table.put("allow-plaintext-credentials", "false");
		table.put("ssl.bundle", NONE);
		table.put("ssl.verify-hostname", "true");
		table.put("session.mode", "persistent");
		table.put("session.expiry", "24h");
		table.put("session.clean-start", "false");
		table.put("session.keep-alive", "30s");
		table.put("session.connect-timeout", "30s");
		table.put("session.fail-fast", "false");
		table.put("session.receive-maximum", "192");
		table.put("session.max-payload-size", "256KB");
		table.put("session.ack-order", "received");
		table.put("session.no-local", "false");
		table.put("session.will.topic", NONE);
		table.put("session.will.payload", NONE);
		table.put("session.will.qos", "0");
		table.put("session.will.retain", "false");
		table.put("session.will.delay", NONE);
		table.put("reconnect.initial-delay", "1s");
		table.put("reconnect.max-delay", "2m");
		table.put("reconnect.multiplier", "2");
		table.put("reconcile.timeout", "30s");
		table.put("reconcile.max-filters-per-packet", "8");
		table.put("reconcile.orphan-unsubscribe-timeout", "10s");
		table.put("reconcile.qos-recheck-interval", "1h");
		table.put("router.unmatched-grace", "30s");
		table.put("subscriptions", NONE);
		table.put("route.concurrency", "1");
		table.put("route.retry.max-retries", "3");
		table.put("route.retry.initial-interval", "500ms");
		table.put("route.retry.multiplier", "2");
		table.put("route.retry.max-interval", "10s");
		table.put("route.on-failure", "dead-letter");
		table.put("store.path", "./.gobridge");
		table.put("ledger.store", "embedded");
		table.put("ledger.baseline", NONE);
		table.put("ledger.unknown-history", "fail");
		table.put("dead-letter.store", "embedded");
		table.put("dead-letter.topic", "dead-letter/{clientId}");
		table.put("dead-letter.max-records", "10000");
		table.put("jdbc.initialize-schema", "embedded");
		table.put("publish.timeout", "30s");
		table.put("publish.buffer-size", "1000");
		table.put("publish.on-overflow", "wait");
		table.put("shutdown.drain-timeout", "25s");
		table.put("sessions", NONE);
		return table;
	}

	private static Map<String, JsonNode> properties() throws IOException {
		Map<String, JsonNode> properties = new LinkedHashMap<>();
		for (URL url : Collections
			.list(MqttProperties.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream in = url.openStream()) {
				JsonMapper.builder()
					.build()
					.readTree(in)
					.path("properties")
					.forEach((property) -> properties.put(property.path("name").asString(), property));
			}
		}
		return properties;
	}

}
