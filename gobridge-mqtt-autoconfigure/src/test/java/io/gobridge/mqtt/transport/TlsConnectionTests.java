package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.TestCertificates;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.Disconnection.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Connections over TLS.
 */
class TlsConnectionTests {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	private static KeyStore store(Path file) throws GeneralSecurityException, IOException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream input = Files.newInputStream(file)) {
			store.load(input, TestCertificates.PASSWORD.toCharArray());
		}
		return store;
	}

	private static SSLSocketFactory trusting(TestCertificates certificates)
			throws GeneralSecurityException, IOException {
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(store(certificates.trustStore()));
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, trust.getTrustManagers(), null);
		return context.getSocketFactory();
	}

	private static SSLServerSocket serve(TestCertificates.Issued certificate)
			throws GeneralSecurityException, IOException {
		KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keys.init(store(certificate.keyStore()), TestCertificates.PASSWORD.toCharArray());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(keys.getKeyManagers(), null, null);
		return (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
	}

	@Test
	@EnabledIfMosquitto
	void exchangesMessages() throws Exception {
		TestCertificates certificates = TestCertificates.in(this.folder);
		try (MosquittoBroker broker = MosquittoBroker.builder()
			.tlsListener(certificates.issue("broker", "localhost", "127.0.0.1"))
			.start(); WireFixture wire = new WireFixture()) {
			AcknowledgingListener listener = new AcknowledgingListener();
			BrokerConnection connection = wire.connect(
					Requests.to("mqtts://127.0.0.1:" + broker.tlsPort()).tls(trusting(certificates), true).build(),
					listener);
			listener.connection = connection;
			listener.awaitConnected();
			WireFixture.subscribe(connection, "echo", 1);
			byte[] large = new byte[Requests.MAX_PAYLOAD];
			large[large.length - 1] = 42;
			for (int i = 1; i <= 50; i++) {
				int identifier = i;
				byte[] payload = (i % 10 == 0) ? large : new byte[i];
				await().pollDelay(Duration.ZERO)
					.atMost(RecordingListener.PATIENCE)
					.until(() -> connection.publish(Requests.message("echo", payload, 1), identifier, false));
			}
			listener.awaitReceived(50);
			listener.awaitAnswers(50);
			assertThat(listener.received.get(49).delivery().payload()).isEqualTo(large);
			connection.close(Duration.ofSeconds(5), 0);
			assertThat(listener.awaitClosed(Duration.ofSeconds(4)).kind()).isEqualTo(Kind.CLOSED);
		}
	}

	@Test
	@EnabledIfMosquitto
	void b52CertificateForAnotherHostIsRefused() throws Exception {
		TestCertificates certificates = TestCertificates.in(this.folder);
		try (MosquittoBroker broker = MosquittoBroker.builder()
			.tlsListener(certificates.issue("broker", "localhost"))
			.start(); WireFixture wire = new WireFixture()) {
			RecordingListener wrongHost = new RecordingListener();
			wire.connect(Requests.to("mqtts://127.0.0.1:" + broker.tlsPort()).tls(trusting(certificates), true).build(),
					wrongHost);
			Disconnection end = wrongHost.awaitClosed();
			assertThat(end.kind()).isEqualTo(Kind.TLS_FAILED);
			assertThat(end.message()).contains("127.0.0.1");
			RecordingListener rightHost = new RecordingListener();
			wire.connected(
					Requests.to("mqtts://localhost:" + broker.tlsPort()).tls(trusting(certificates), true).build(),
					rightHost);
			RecordingListener unverified = new RecordingListener();
			wire.connected(
					Requests.to("mqtts://127.0.0.1:" + broker.tlsPort()).tls(trusting(certificates), false).build(),
					unverified);
		}
	}

	@Test
	@EnabledIfMosquitto
	void b52CertificateOfAnUnknownAuthorityIsRefused() throws Exception {
		TestCertificates certificates = TestCertificates.in(Files.createDirectory(this.folder.resolve("a")));
		TestCertificates others = TestCertificates.in(Files.createDirectory(this.folder.resolve("b")));
		try (MosquittoBroker broker = MosquittoBroker.builder()
			.tlsListener(certificates.issue("broker", "localhost", "127.0.0.1"))
			.start(); WireFixture wire = new WireFixture()) {
			for (boolean verifyHostname : new boolean[] { true, false }) {
				RecordingListener listener = new RecordingListener();
				wire.connect(Requests.to("ssl://127.0.0.1:" + broker.tlsPort())
					.tls(trusting(others), verifyHostname)
					.build(), listener);
				Disconnection end = listener.awaitClosed();
				assertThat(end.kind()).isEqualTo(Kind.TLS_FAILED);
				assertThat(end.message()).contains("PKIX path");
			}
		}
	}

	@Test
	void peerThatDoesNotSpeakTls() throws Exception {
		try (ScriptedBroker broker = ScriptedBroker.run(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			wire.connect(Requests.to("mqtts://127.0.0.1:" + broker.port()).build(), listener);
			broker.accept().send(Packets.connack().build());
			assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.TLS_FAILED);
		}
	}

	@Test
	void silentPeerIsBounded() {
		try (ScriptedBroker silent = ScriptedBroker.silent(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			wire.connect(
					Requests.to("mqtts://127.0.0.1:" + silent.port()).connectTimeout(Duration.ofMillis(600)).build(),
					listener);
			assertThat(listener.awaitClosed(Duration.ofSeconds(3)).kind()).isEqualTo(Kind.UNREACHABLE);
		}
	}

	@Test
	void serverNameIsSentForANameOnly() throws Exception {
		TestCertificates certificates = TestCertificates.in(this.folder);
		try (SSLServerSocket server = serve(certificates.issue("broker", "localhost", "127.0.0.1"));
				WireFixture wire = new WireFixture()) {
			for (String host : List.of("localhost", "127.0.0.1")) {
				RecordingListener listener = new RecordingListener();
				wire.connect(Requests.to("mqtts://" + host + ":" + server.getLocalPort())
					.tls(trusting(certificates), true)
					.build(), listener);
				try (SSLSocket peer = (SSLSocket) server.accept()) {
					peer.startHandshake();
					List<SNIServerName> names = ((ExtendedSSLSession) peer.getSession()).getRequestedServerNames();
					assertThat(names).hasSize(host.equals("localhost") ? 1 : 0);
					assertThat(peer.getInputStream().read(new byte[1000])).isPositive();
					peer.getOutputStream().write(Packets.connack().build());
					listener.awaitConnected();
				}
				assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.LOST);
			}
		}
	}

	@Test
	void closeWhilePeerDoesNotRead() throws Exception {
		TestCertificates certificates = TestCertificates.in(this.folder);
		try (SSLServerSocket server = serve(certificates.issue("broker", "127.0.0.1"));
				WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			BrokerConnection connection = wire.connect(
					Requests.to("mqtts://127.0.0.1:" + server.getLocalPort()).tls(trusting(certificates), true).build(),
					listener);
			try (SSLSocket peer = (SSLSocket) server.accept()) {
				peer.getInputStream().read(new byte[1000]);
				peer.getOutputStream().write(Packets.connack().build());
				listener.awaitConnected();
				byte[] payload = new byte[PacketQueue.HIGH_WATER];
				await().pollInterval(Duration.ofMillis(20))
					.atMost(RecordingListener.PATIENCE)
					.until(() -> !connection.publish(Requests.message("a", payload, 0), 0, false));
				long begin = System.nanoTime();
				connection.close(Duration.ofMillis(500), 0);
				assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
				assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
			}
		}
	}

}
