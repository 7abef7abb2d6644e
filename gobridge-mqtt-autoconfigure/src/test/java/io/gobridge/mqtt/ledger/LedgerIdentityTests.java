package io.gobridge.mqtt.ledger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LedgerIdentityTests {

	@ParameterizedTest
	@CsvSource({ "mqtt://broker, tcp://broker:1883", "tcp://Broker:1883, tcp://broker:1883",
			"MQTT://broker:, tcp://broker:1883", "mqtt://broker/, tcp://broker:1883",
			"mqtt://user:pw@broker:1884, tcp://broker:1884", "mqtt://broker?x=y, tcp://broker:1883",
			"mqtts://broker, ssl://broker:8883", "ssl://broker:8883, ssl://broker:8883",
			"tls://BROKER, ssl://broker:8883", "ws://broker, ws://broker:80/mqtt",
			"ws://broker:80/mqtt, ws://broker:80/mqtt", "ws://broker/other?a=B, ws://broker:80/other?a=B",
			"wss://broker/Mqtt, wss://broker:443/Mqtt", "mqtt://[::1], tcp://[::1]:1883",
			"mqtt://[FE80::1]:01883, tcp://[fe80::1]:1883", "mqtt://a_b:1883, tcp://a_b:1883" })
	void spellingsOfOneAddressAreOne(String url, String canonical) {
		assertThat(LedgerIdentity.canonical(url)).isEqualTo(canonical);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://broker", "broker:1883", "mqtt:", "mqtt://", "mqtt://:1883", "mqtt://b:port",
			"mqtt://b:123456", "not an address" })
	void whatIsNoAddressIsRefusedAndNotShown(String url) {
		assertThatIllegalArgumentException().isThrownBy(() -> LedgerIdentity.of(url, "client"))
			.satisfies((ex) -> assertThat(ex.toString()).doesNotContain(url))
			.withNoCause();
	}

	@Test
	void addressAndClientIdentifierCountAndNothingElse() {
		LedgerIdentity identity = LedgerIdentity.of("mqtt://broker", "client");
		assertThat(identity).isEqualTo(LedgerIdentity.of("tcp://BROKER:1883", "client"))
			.isEqualTo(new LedgerIdentity(identity.key()))
			.isNotEqualTo(LedgerIdentity.of("mqtt://broker", "Client"))
			.isNotEqualTo(LedgerIdentity.of("mqtt://broker:1884", "client"))
			.isNotEqualTo(LedgerIdentity.of("mqtts://broker", "client"));
		assertThat(identity.key()).matches("[0-9a-f]{64}");
		assertThat(identity.toString()).doesNotContain(identity.key());
	}

	@Test
	void theKeyNeverChanges() {
		// Of 4 bytes of length, "tcp://broker:1883", 4 bytes of length, "client".
		assertThat(LedgerIdentity.of("mqtt://broker", "client").key())
			.isEqualTo("08f9c0847c52de6861a8dedc76aefa93ca0842d6dd56b7de4139468f2dc8e74d");
	}

	@Test
	void partsDoNotRunIntoEachOther() {
		assertThat(LedgerIdentity.of("ws://h/a", "bc")).isNotEqualTo(LedgerIdentity.of("ws://h/ab", "c"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "abc", "ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789" })
	void aKeyIsOneOrIsRefused(String key) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LedgerIdentity(key));
	}

	@Test
	void aClientIdentifierIsNeeded() {
		assertThatIllegalArgumentException().isThrownBy(() -> LedgerIdentity.of("mqtt://broker", ""));
	}

}
