package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SessionSettings}.
 */
class SessionSettingsTests {

	private static SessionSettings.Builder settings() {
		return SessionSettings.builder("default").clientId("me");
	}

	private static void assertRefused(UnaryOperator<SessionSettings.Builder> change, String message) {
		SessionSettings.Builder changed = change.apply(settings());
		assertThatIllegalArgumentException().isThrownBy(changed::build).withMessage(message);
	}

	@Test
	void defaultsAreThoseOfTheConfiguration() {
		SessionSettings settings = settings().build();
		assertThat(settings.mode()).isEqualTo(SessionMode.PERSISTENT);
		assertThat(settings.addresses()).containsExactly("mqtt://localhost:1883");
		assertThat(settings.expirySeconds()).isEqualTo(86400);
		assertThat(settings.receiveMaximum()).isEqualTo(192);
		assertThat(settings.maxPayloadSize()).isEqualTo(262144);
		assertThat(settings.keepAlive()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.drainTimeout()).isEqualTo(Duration.ofSeconds(25));
	}

	@Test
	void durableSessionNeedsAClientIdentifier() {
		assertRefused((settings) -> settings.clientId(" "),
				"gobridge.mqtt.client-id is empty: the broker knows a session in mode persistent by it; set "
						+ "gobridge.mqtt.client-id (or spring.application.name), or "
						+ "gobridge.mqtt.session.mode=ephemeral");
		assertThat(settings().mode(SessionMode.EPHEMERAL).clientId("").build().clientId()).isEmpty();
	}

	@Test
	void keyOfANamedSessionIsNamed() {
		assertThatIllegalArgumentException()
			.isThrownBy(SessionSettings.builder("plant").mode(SessionMode.EXCLUSIVE)::build)
			.withMessageStartingWith(
					"gobridge.mqtt.sessions.plant.client-id is empty: the broker knows a session in mode exclusive by it");
	}

	@Test
	void durableSessionNeedsAnExpiry() {
		assertRefused((settings) -> settings.expiry(Duration.ofMillis(999)),
				"gobridge.mqtt.session.expiry is PT0.999S: in mode persistent the broker must keep the session for "
						+ "at least 1s; set a longer time, or gobridge.mqtt.session.mode=ephemeral");
		assertThat(settings().mode(SessionMode.EPHEMERAL).expiry(Duration.ZERO).build().expirySeconds()).isZero();
	}

	@Test
	void expiryIsCutToWhatMqttCanSay() {
		assertThat(settings().expiry(Duration.ofDays(365_000)).build().expirySeconds()).isEqualTo(4294967295L);
	}

	@Test
	void durableSessionLivesOnOneBroker() {
		assertRefused((settings) -> settings.addresses("mqtt://a", "mqtt://b"),
				"gobridge.mqtt.url has 2 addresses: a session in mode persistent lives on one broker; set one address, or "
						+ "gobridge.mqtt.session.mode=ephemeral");
		assertThat(settings().mode(SessionMode.EPHEMERAL).addresses("mqtt://a", "mqtt://b").build().addresses())
			.hasSize(2);
		assertRefused((settings) -> settings.addresses(List.of()),
				"gobridge.mqtt.url is empty: set at least one address");
	}

	@Test
	void addressesHoldNoCredentials() {
		assertRefused((settings) -> settings.addresses("mqtt://me:s3cr3t@host"),
				"gobridge.mqtt.url holds credentials: addresses are shown in logs and health; use "
						+ "gobridge.mqtt.username and gobridge.mqtt.password");
		assertRefused((settings) -> settings.addresses("mqtt://me:s3 cr3t@host"),
				"gobridge.mqtt.url is not an address like mqtt://host:1883: Illegal character in authority");
		assertRefused((settings) -> settings.addresses("localhost:1883"),
				"gobridge.mqtt.url 'localhost:1883' is not an address like mqtt://host:1883");
	}

	@Test
	void rangesOfMqtt() {
		assertRefused((settings) -> settings.keepAlive(Duration.ofSeconds(65536)),
				"gobridge.mqtt.session.keep-alive is PT18H12M16S: it must be between 0s and 65535s");
		assertRefused((settings) -> settings.keepAlive(Duration.ofMillis(500)),
				"gobridge.mqtt.session.keep-alive is PT0.5S: MQTT counts whole seconds; set at least 1s, or 0 for none");
		assertRefused((settings) -> settings.receiveMaximum(0),
				"gobridge.mqtt.session.receive-maximum is 0: it must be between 1 and 65535");
		assertRefused((settings) -> settings.maxPayloadSize(0),
				"gobridge.mqtt.session.max-payload-size is 0: it must be more than 0");
		assertRefused((settings) -> settings.connectTimeout(Duration.ZERO),
				"gobridge.mqtt.session.connect-timeout is PT0S: it must be more than 0");
		assertRefused((settings) -> settings.drainTimeout(Duration.ofSeconds(-1)),
				"gobridge.mqtt.shutdown.drain-timeout is PT-1S: it must not be negative");
	}

	@Test
	void reconnectSettings() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ReconnectSettings(Duration.ZERO, Duration.ofSeconds(1), 2))
			.withMessage("reconnect.initial-delay is PT0S: it must be at least 1ms");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ReconnectSettings(Duration.ofSeconds(1), Duration.ofSeconds(1), 0.9))
			.withMessage("reconnect.multiplier is 0.9: it must be at least 1");
	}

}
