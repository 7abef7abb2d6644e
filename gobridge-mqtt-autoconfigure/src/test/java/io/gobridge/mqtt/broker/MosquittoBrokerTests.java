package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link MosquittoBroker}, {@link TestCertificates} and {@link TestClient}.
 */
@EnabledIfMosquitto
class MosquittoBrokerTests {

	@Test
	void keepsSessionsAndPortAcrossARestartWhenPersistent() {
		try (MosquittoBroker broker = MosquittoBroker.builder().persistent().start()) {
			int port = broker.port();
			TestClient sleeper = sleeper(port);
			sleeper.subscribe("a/#", 1);
			sleeper.close();
			broker.restart();
			assertThat(broker.port()).isEqualTo(port);
			publish(port);
			assertReceived(port, 2);
		}
	}

	@Test
	void forgetsSessionsWhenNotPersistent() {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			TestClient sleeper = sleeper(broker.port());
			sleeper.subscribe("a/#", 1);
			sleeper.close();
			broker.kill();
			assertThat(Ports.accepts(broker.port())).isFalse();
			broker.start();
			publish(broker.port());
			try (TestClient awake = sleeper(broker.port())) {
				awake.subscribe("marker", 1);
				awake.publish("marker", 1, "behind whatever the session held");
				Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> awake.count() > 0);
				assertThat(awake.messages()).extracting(TestClient.Received::topic).containsExactly("marker");
			}
		}
	}

	@Test
	void refusesWhatTheSettingsForbid() {
		try (MosquittoBroker broker = MosquittoBroker.builder()
			.user("user", "secret")
			.acl("topic readwrite yes/#", "user user", "topic readwrite yes/#")
			.start()) {
			assertThatIllegalStateException().isThrownBy(() -> TestClient.connect(broker.port()));
			try (TestClient client = TestClient.connect(broker.port(), "known",
					(connect) -> connect.simpleAuth()
						.username("user")
						.password("secret".getBytes(StandardCharsets.UTF_8))
						.applySimpleAuth())) {
				client.publish("yes/1", 1, "x");
				assertThatIllegalStateException().isThrownBy(() -> client.publish("no/1", 1, "x"));
			}
		}
	}

	@Test
	void offersTlsAndWebSockets(@TempDir Path folder) throws Exception {
		TestCertificates certificates = TestCertificates.in(folder);
		try (MosquittoBroker broker = MosquittoBroker.builder()
			.tlsListener(certificates.issue("broker", "localhost", Ports.LOOPBACK))
			.webSocketListener()
			.start();
				SSLSocket socket = (SSLSocket) trusting(certificates.trustStore()).getSocketFactory()
					.createSocket(Ports.LOOPBACK, broker.tlsPort())) {
			socket.startHandshake();
			X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
			assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=broker");
			assertThat(Ports.accepts(broker.webSocketPort())).isTrue();
		}
	}

	private static SSLContext trusting(Path trustStore) throws GeneralSecurityException, IOException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(trustStore)) {
			store.load(in, TestCertificates.PASSWORD.toCharArray());
		}
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(store);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, trust.getTrustManagers(), null);
		return context;
	}

	private static TestClient sleeper(int port) {
		return TestClient.connect(port, "sleeper", (connect) -> connect.cleanStart(false).sessionExpiryInterval(3600));
	}

	private static void publish(int port) {
		try (TestClient publisher = TestClient.connect(port)) {
			publisher.publish("a/1", 1, "one");
			publisher.publish("a/2", 2, "two");
		}
	}

	private static void assertReceived(int port, int count) {
		try (TestClient awake = sleeper(port)) {
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> awake.count() == count);
		}
	}

}
