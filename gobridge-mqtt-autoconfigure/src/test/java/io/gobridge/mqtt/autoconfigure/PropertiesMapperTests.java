package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.publish.OverflowPolicy;
import io.gobridge.mqtt.reconcile.UnknownHistory;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.AckOrder;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link PropertiesMapper}, without a context.
 */
class PropertiesMapperTests {

	@Test
	void mapsTheDefaults() {
		EngineSettings settings = map("default", "orders");
		assertThat(settings.session().clientId()).isEqualTo("orders");
		assertThat(settings.session().addresses()).containsExactly("mqtt://localhost:1883");
		assertThat(settings.session().mode()).isEqualTo(SessionMode.PERSISTENT);
		assertThat(settings.session().expiry()).isEqualTo(Duration.ofHours(24));
		assertThat(settings.session().maxPayloadSize()).isEqualTo(256 * 1024);
		assertThat(settings.session().will()).isNull();
		assertThat(settings.router().ackOrder()).isEqualTo(AckOrder.RECEIVED);
		assertThat(settings.router().onFailure()).isEqualTo(OnFailure.DEAD_LETTER);
		assertThat(settings.router().durable()).isTrue();
		assertThat(settings.reconcile().unmatchedGrace()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.reconcile().orphanUnsubscribeTimeout()).isEqualTo(Duration.ofSeconds(10));
		assertThat(settings.reconcile().qosRecheckInterval()).isEqualTo(Duration.ofHours(1));
		assertThat(map("default", "app", "reconcile.qos-recheck-interval=0").reconcile().qosRecheckInterval()).isZero();
		assertThat(settings.concurrency()).isEqualTo(1);
		assertThat(settings.declared()).isEmpty();
	}

	@Test
	void mapsWhatIsKept() {
		StoreSettings defaults = map("default", "orders").stores();
		assertThat(defaults.path()).isEqualTo(Path.of(".gobridge").toAbsolutePath());
		assertThat(defaults.ledger()).isEqualTo(LedgerStorage.EMBEDDED);
		assertThat(defaults.baseline()).isEmpty();
		assertThat(defaults.unknownHistory()).isEqualTo(UnknownHistory.FAIL);
		assertThat(defaults.deadLetters()).isEqualTo(DeadLetterStorage.EMBEDDED);
		assertThat(defaults.deadLetterTopic()).isEqualTo("dead-letter/orders");
		assertThat(defaults.maxDeadLetters()).isEqualTo(10_000);
		StoreSettings set = map("default", "orders", "store.path=/var/lib/orders", "ledger.store=jdbc",
				"ledger.baseline=a/#,$share/g/b/+", "ledger.unknown-history=clean", "dead-letter.store=topic",
				"dead-letter.topic=dead/{clientId}/kept", "dead-letter.max-records=7")
			.stores();
		assertThat(set).isEqualTo(new StoreSettings(Path.of("/var/lib/orders"), LedgerStorage.JDBC,
				List.of(TopicFilter.of("a/#"), TopicFilter.of("$share/g/b/+")), UnknownHistory.CLEAN,
				DeadLetterStorage.TOPIC, "dead/orders/kept", 7));
	}

	@Test
	void mapsEveryKey() {
		EngineSettings settings = map("default", null, "client-id=c", "url=mqtts://broker:8883", "username=u",
				"password=p", "ssl.verify-hostname=false", "session.expiry=1h", "session.keep-alive=10s",
				"session.connect-timeout=5s", "session.fail-fast=true", "session.receive-maximum=7",
				"session.max-payload-size=1KB", "session.ack-order=settled", "session.no-local=true",
				"session.clean-start=true", "session.will.topic=w", "session.will.payload=gone", "session.will.qos=2",
				"session.will.retain=true", "session.will.delay=3s", "reconnect.initial-delay=2s",
				"reconnect.max-delay=3s", "reconnect.multiplier=4", "reconcile.timeout=6s",
				"reconcile.max-filters-per-packet=2", "reconcile.orphan-unsubscribe-timeout=5s",
				"reconcile.qos-recheck-interval=2h", "router.unmatched-grace=7s", "subscriptions[0].filter=a/#",
				"subscriptions[0].qos=2", "route.concurrency=3", "route.on-failure=drop", "route.retry.max-retries=9",
				"route.retry.initial-interval=1s", "route.retry.multiplier=3", "route.retry.max-interval=4s",
				"publish.timeout=8s", "publish.buffer-size=11", "publish.on-overflow=reject",
				"shutdown.drain-timeout=12s");
		assertThat(settings.session().credentials().current().username()).isEqualTo("u");
		assertThat(settings.session().credentials().current().password()).isEqualTo("p");
		assertThat(settings.session().verifyHostname()).isFalse();
		assertThat(settings.session().expiry()).isEqualTo(Duration.ofHours(1));
		assertThat(settings.session().keepAlive()).isEqualTo(Duration.ofSeconds(10));
		assertThat(settings.session().connectTimeout()).isEqualTo(Duration.ofSeconds(5));
		assertThat(settings.session().failFast()).isTrue();
		assertThat(settings.session().cleanStart()).isTrue();
		assertThat(settings.session().receiveMaximum()).isEqualTo(7);
		assertThat(settings.session().maxPayloadSize()).isEqualTo(1024);
		assertThat(settings.session().drainTimeout()).isEqualTo(Duration.ofSeconds(12));
		assertThat(settings.session().reconnect().initialDelay()).isEqualTo(Duration.ofSeconds(2));
		assertThat(settings.session().reconnect().maxDelay()).isEqualTo(Duration.ofSeconds(3));
		assertThat(settings.session().reconnect().multiplier()).isEqualTo(4);
		ConnectRequest.Will will = settings.session().will();
		assertThat(will).isNotNull();
		assertThat(will.topic()).isEqualTo("w");
		assertThat(will.payload()).asString().isEqualTo("gone");
		assertThat(will.qos()).isEqualTo(2);
		assertThat(will.retain()).isTrue();
		assertThat(will.delay()).isEqualTo(3);
		assertThat(settings.reconcile().timeout()).isEqualTo(Duration.ofSeconds(6));
		assertThat(settings.reconcile().maxFiltersPerPacket()).isEqualTo(2);
		assertThat(settings.reconcile().orphanUnsubscribeTimeout()).isEqualTo(Duration.ofSeconds(5));
		assertThat(settings.reconcile().qosRecheckInterval()).isEqualTo(Duration.ofHours(2));
		assertThat(settings.reconcile().unmatchedGrace()).isEqualTo(Duration.ofSeconds(7));
		assertThat(settings.router().unmatchedGrace()).isEqualTo(Duration.ofSeconds(7));
		assertThat(settings.noLocal()).isTrue();
		assertThat(settings.declared()).singleElement().satisfies((demand) -> {
			assertThat(demand.filter().value()).isEqualTo("a/#");
			assertThat(demand.qos()).isEqualTo(2);
			assertThat(demand.noLocal()).isTrue();
			assertThat(demand.owner()).isEqualTo("gobridge.mqtt.subscriptions[0]");
		});
		assertThat(settings.router().ackOrder()).isEqualTo(AckOrder.SETTLED);
		assertThat(settings.router().onFailure()).isEqualTo(OnFailure.DROP);
		assertThat(settings.router().receiveMaximum()).isEqualTo(7);
		assertThat(settings.router().retry().maxRetries()).isEqualTo(9);
		assertThat(settings.router().retry().initialInterval()).isEqualTo(Duration.ofSeconds(1));
		assertThat(settings.router().retry().multiplier()).isEqualTo(3);
		assertThat(settings.router().retry().maxInterval()).isEqualTo(Duration.ofSeconds(4));
		assertThat(settings.concurrency()).isEqualTo(3);
		assertThat(settings.publish().timeout()).isEqualTo(Duration.ofSeconds(8));
		assertThat(settings.publish().bufferSize()).isEqualTo(11);
		assertThat(settings.publish().onOverflow()).isEqualTo(OverflowPolicy.REJECT);
	}

	@Test
	void noLocalIsNeverAskedForOnASharedFilter() {
		EngineSettings settings = map("default", "app", "session.no-local=true",
				"subscriptions[0].filter=$share/g/a/#");
		assertThat(settings.declared()).singleElement().satisfies((demand) -> assertThat(demand.noLocal()).isFalse());
	}

	@Test
	void aDurableSessionNeedsAClientIdentifier() {
		assertRefused("gobridge.mqtt.sessions.plant.client-id", "plant", null);
		assertThat(map("plant", null, "session.mode=ephemeral").session().clientId()).isEmpty();
	}

	@Test
	void aSuffixMustSuitTheMode() {
		assertRefused("gobridge.mqtt.client-id-suffix", "default", "app", "client-id-suffix=random");
		assertRefused("gobridge.mqtt.client-id-suffix", "default", "app", "client-id-suffix=hostname");
		assertThat(map("default", "app", "client-id-suffix=random", "session.mode=ephemeral").session().clientId())
			.matches("app-[0-9a-f]{8}");
		assertThat(
				map("default", "app", "client-id-suffix=hostname", "assert-stable-identity=true").session().clientId())
			.startsWith("app-")
			.hasSizeGreaterThan(4);
	}

	@ParameterizedTest
	@ValueSource(strings = { "mqtt://broker:1883", "tcp://10.0.0.1", "ws://broker/mqtt", "mqtt://localhost.evil.com" })
	void credentialsAreNotSentInPlainText(String url) {
		MqttConfigurationException failure = assertRefused("gobridge.mqtt.url", "default", "app", "url=" + url,
				"password=hush");
		assertThat(failure).hasMessageNotContaining("hush");
		assertThat(failure.action()).contains("gobridge.mqtt.allow-plaintext-credentials=true").doesNotContain("hush");
		assertThat(map("default", "app", "url=" + url, "password=hush", "allow-plaintext-credentials=true"))
			.isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "mqtt://localhost:1883", "tcp://127.0.0.1", "mqtt://[::1]:1883", "mqtts://broker",
			"wss://broker/mqtt" })
	void credentialsAreSentToTheLoopbackAndWithTls(String url) {
		assertThat(map("default", "app", "url=" + url, "password=hush").session().addresses()).containsExactly(url);
	}

	@ParameterizedTest
	@ValueSource(strings = { "broker:1883", "http://broker", "mqtt://", "//broker", "mqtt://:1883", "mqtt://broker:0",
			"mqtt://broker:65536", "mqtt://[::1]:99999", "mqtt://broker:mqtt" })
	void anAddressMustBeOne(String url) {
		assertRefused("gobridge.mqtt.url", "default", "app", "url=" + url);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "mqtt://broker", "mqtt://broker:", "mqtt://broker:1", "mqtt://[::1]", "mqtt://[::1]:65535" })
	void aPortMayBeLeftOut(String url) {
		assertThat(map("default", "app", "url=" + url).session().addresses()).containsExactly(url);
	}

	@Test
	void anAddressWithCredentialsIsRefusedWithoutRepeatingThem() {
		MqttConfigurationException failure = assertRefused("gobridge.mqtt.url", "default", "app",
				"url=mqtt://me:hush@broker");
		assertThat(failure.getMessage() + failure.action()).doesNotContain("hush");
	}

	@Test
	void severalAddressesAreForEphemeralSessions() {
		assertRefused("gobridge.mqtt.url", "default", "app", "url=mqtt://a,mqtt://b");
		assertThat(map("default", "app", "url=mqtt://a,mqtt://b", "session.mode=ephemeral").session().addresses())
			.hasSize(2);
	}

	@ParameterizedTest
	@CsvSource({ "session.mode=exclusive,session.mode", "session.will.topic=a/+,session.will.topic",
			"subscriptions[0].qos=1,subscriptions[0].filter", "subscriptions[0].filter=a#,subscriptions[0].filter",
			"route.on-failure=default,route.on-failure", "route.concurrency=0,route.concurrency",
			"route.retry.max-retries=-1,route.retry.max-retries", "route.retry.multiplier=0.5,route.retry.multiplier",
			"route.retry.max-interval=0s,route.retry.max-interval", "reconcile.timeout=0s,reconcile.timeout",
			"reconcile.max-filters-per-packet=0,reconcile.max-filters-per-packet",
			"reconcile.orphan-unsubscribe-timeout=0s,reconcile.orphan-unsubscribe-timeout",
			"reconcile.qos-recheck-interval=59s,reconcile.qos-recheck-interval",
			"reconcile.qos-recheck-interval=-1h,reconcile.qos-recheck-interval",
			"router.unmatched-grace=0s,router.unmatched-grace", "router.unmatched-grace=-1s,router.unmatched-grace" })
	void aValueThatCanNotBeUsedIsNamed(String property, String key) {
		assertRefused("gobridge.mqtt." + key, "default", "app", property);
	}

	@ParameterizedTest
	@CsvSource({ "session.expiry=0s,session.expiry", "session.receive-maximum=0,session.receive-maximum",
			"session.keep-alive=100000s,session.keep-alive", "session.connect-timeout=0s,session.connect-timeout",
			"session.max-payload-size=3GB,session.max-payload-size", "publish.buffer-size=0,publish.buffer-size",
			"publish.timeout=0s,publish.timeout", "reconnect.initial-delay=0s,reconnect.initial-delay",
			"reconnect.multiplier=0.1,reconnect.multiplier" })
	void aValueThatTheSettingsRefuseIsNamed(String property, String key) {
		assertRefused("gobridge.mqtt." + key, "default", "app", property);
		assertRefused("gobridge.mqtt.sessions.Plant_1." + key, "Plant_1", "app", property);
	}

	@ParameterizedTest
	@ValueSource(strings = { "session.keep-alive=-1s", "publish.timeout=0s", "reconnect.multiplier=0.1",
			"url=broker:1883", "url=mqtt://", "url=mqtt://broker:0", "url=mqtt://a,mqtt://b", "session.will.topic=a/+",
			"subscriptions[0].filter=a#", "route.concurrency=0", "session.max-payload-size=3GB" })
	void whatIsWrongIsASentence(String property) {
		MqttConfigurationException failure = catchThrowableOfType(MqttConfigurationException.class,
				() -> map("default", "app", property));
		assertThat(Analyses.of(failure).getDescription())
			.matches("The property 'gobridge\\.mqtt\\.[^' *]+' can not be used: it (is|has) [^.](?:(?!gobridge).)*\\.");
	}

	@Test
	void whatACustomizerDoesIsNotBlamedOnAProperty() {
		MqttConfigurationException failure = catchThrowableOfType(MqttConfigurationException.class,
				() -> map("default", "app", List.of((session, settings) -> {
					throw new IllegalArgumentException("No such plant");
				})));
		assertThat(failure.reason()).isEqualTo("is refused: No such plant");
		assertThat(failure.action()).contains("MqttSessionCustomizer");
	}

	@Test
	void anSslBundleThatIsNotThereIsNamed() {
		SslBundles none = new DefaultSslBundleRegistry();
		MqttConfigurationException failure = catchThrowableOfType(MqttConfigurationException.class,
				() -> map("plant", "app", none, List.of(), "url=mqtts://broker", "ssl.bundle=mqtt"));
		assertThat(failure.key()).isEqualTo("gobridge.mqtt.sessions.plant.ssl.bundle");
		assertThat(failure.reason()).contains("'mqtt'");
		assertThat(failure.action()).contains("spring.ssl.bundle.pem.mqtt");
	}

	private static MqttConfigurationException assertRefused(String key, String session, @Nullable String application,
			String... properties) {
		MqttConfigurationException failure = catchThrowableOfType(MqttConfigurationException.class,
				() -> map(session, application, properties));
		assertThat(failure).isNotNull();
		assertThat(failure.key()).isEqualTo(key);
		assertThat(failure.action()).isNotBlank();
		return failure;
	}

	private static EngineSettings map(String session, @Nullable String application, String... properties) {
		return map(session, application, List.of(), properties);
	}

	private static EngineSettings map(String session, @Nullable String application,
			List<MqttSessionCustomizer> customizers, String... properties) {
		return map(session, application, null, customizers, properties);
	}

	private static EngineSettings map(String session, @Nullable String application, @Nullable SslBundles bundles,
			List<MqttSessionCustomizer> customizers, String... properties) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		if (bundles != null) {
			beans.registerSingleton("sslBundles", bundles);
		}
		Map<String, String> values = new LinkedHashMap<>();
		for (String property : properties) {
			int equals = property.indexOf('=');
			values.put("connection." + property.substring(0, equals), property.substring(equals + 1));
		}
		ConnectionProperties connection = new Binder(new MapConfigurationPropertySource(values))
			.bindOrCreate("connection", ConnectionProperties.class);
		return new PropertiesMapper(session, connection, application).map(
				new PropertiesMqttConnectionDetails(connection, beans.getBeanProvider(SslBundles.class)), customizers,
				Runnable::run);
	}

}
