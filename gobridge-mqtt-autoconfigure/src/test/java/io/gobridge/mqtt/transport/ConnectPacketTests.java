package io.gobridge.mqtt.transport;

import java.nio.charset.StandardCharsets;

import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Property;
import io.gobridge.mqtt.broker.ReceivedPacket;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.Disconnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the CONNECT says, and what is made of the CONNACK.
 */
class ConnectPacketTests {

	private final ScriptedBroker broker = ScriptedBroker.run();

	private final WireFixture wire = new WireFixture();

	@AfterEach
	void close() {
		this.wire.close();
		this.broker.close();
	}

	private ReceivedPacket connect(ConnectRequest request) {
		RecordingListener listener = new RecordingListener();
		this.wire.connect(request, listener);
		ScriptedConnection connection = this.broker.accept();
		ReceivedPacket packet = connection.readPacket();
		connection.send(Packets.connack().build());
		listener.awaitConnected();
		return packet;
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "user,secret,0xC0", "user,-,0x80", "-,secret,0x40", "-,-,0x00" })
	void b51FlagsAreExactlyWhatIsSet(String username, String password, String flags) {
		ReceivedPacket packet = connect(Requests.to(this.broker.url()).credentials(username, password).build());
		ReceivedPacket.Connect connect = packet.connect();
		assertThat(connect.username()).isEqualTo(username);
		assertThat(connect.password()).isEqualTo((password != null) ? password.getBytes(StandardCharsets.UTF_8) : null);
		// Protocol name, version, flags (MQTT 5, section 3.1.2.3); bit 1 is Clean Start.
		assertThat(packet.body()[7] & 0xFD).isEqualTo(Integer.decode(flags));
	}

	@Test
	void announcesLimits() {
		ReceivedPacket.Connect connect = connect(
				Requests.to(this.broker.url()).durable("me").keepAlive(17).receiveMaximum(23).build())
			.connect();
		assertThat(connect.clientId()).isEqualTo("me");
		assertThat(connect.version()).isEqualTo(5);
		assertThat(connect.cleanStart()).isFalse();
		assertThat(connect.keepAlive()).isEqualTo(17);
		assertThat(connect.will()).isNull();
		assertThat(connect.properties().number(Property.SESSION_EXPIRY_INTERVAL)).hasValue(3600L);
		assertThat(connect.properties().number(Property.RECEIVE_MAXIMUM)).hasValue(23L);
		assertThat(connect.properties().number(Property.MAXIMUM_PACKET_SIZE))
			.hasValue((long) Requests.MAX_PAYLOAD + 131_072);
		assertThat(connect.properties().number(Property.TOPIC_ALIAS_MAXIMUM).orElse(0L)).isZero();
		assertThat(connect.properties().has(Property.REQUEST_PROBLEM_INFORMATION)).isFalse();
		assertThat(connect.properties().has(Property.AUTHENTICATION_METHOD)).isFalse();
	}

	@Test
	void announcesTheLargestSessionExpiry() {
		ConnectRequest request = Requests.to(this.broker.url()).build();
		ConnectRequest forever = new ConnectRequest(request.uri(), request.clientId(), false, 0xFFFF_FFFFL,
				request.keepAlive(), request.connectTimeout(), request.receiveMaximum(), request.maxPayloadSize(), null,
				null, null, null, true);
		assertThat(connect(forever).connect().properties().number(Property.SESSION_EXPIRY_INTERVAL))
			.hasValue(0xFFFF_FFFFL);
	}

	@Test
	void willHasADelayOnlyWhereOneIsSet() {
		byte[] payload = "gone".getBytes(StandardCharsets.UTF_8);
		ReceivedPacket.Connect without = connect(
				Requests.to(this.broker.url()).will(new ConnectRequest.Will("will/1", payload, 1, true, null)).build())
			.connect();
		assertThat(without.will()).isNotNull();
		assertThat(without.will().topic()).isEqualTo("will/1");
		assertThat(without.will().payload()).isEqualTo(payload);
		assertThat(without.will().qos()).isEqualTo(1);
		assertThat(without.will().retain()).isTrue();
		assertThat(without.will().properties().has(Property.WILL_DELAY_INTERVAL)).isFalse();
		ReceivedPacket.Connect with = connect(
				Requests.to(this.broker.url()).will(new ConnectRequest.Will("will/2", payload, 0, false, 5L)).build())
			.connect();
		assertThat(with.will()).isNotNull();
		assertThat(with.will().properties().number(Property.WILL_DELAY_INTERVAL)).hasValue(5L);
	}

	@Test
	void customizerHasTheLastWordButForTheInvariants() {
		try (WireFixture customized = new WireFixture((session, options) -> {
			assertThat(session).isEqualTo("test");
			options.setReceiveMaximum(5);
			options.setSessionExpiryInterval(7L);
			options.setAutomaticReconnect(true);
			options.setTopicAliasMaximum(10);
			options.setServerURIs(new String[] { "tcp://192.0.2.1:1" });
		})) {
			RecordingListener listener = new RecordingListener();
			customized.connect(Requests.to(this.broker.url()).durable("me").build(), listener);
			ScriptedConnection connection = this.broker.accept();
			ReceivedPacket.Connect connect = connection.handshake();
			assertThat(connect.properties().number(Property.RECEIVE_MAXIMUM)).hasValue(5L);
			assertThat(connect.properties().number(Property.SESSION_EXPIRY_INTERVAL)).hasValue(7L);
			assertThat(connect.properties().number(Property.TOPIC_ALIAS_MAXIMUM).orElse(0L)).isZero();
			listener.awaitConnected();
			connection.reset();
			listener.awaitClosed();
			assertThat(this.broker.connections()).hasSize(1);
		}
	}

	@Test
	void failingCustomizerEndsTheAttempt() {
		try (WireFixture customized = new WireFixture((session, options) -> {
			throw new IllegalStateException("no");
		})) {
			RecordingListener listener = new RecordingListener();
			customized.connect(Requests.to(this.broker.url()).build(), listener);
			assertThat(listener.awaitClosed().kind()).isEqualTo(Disconnection.Kind.UNREACHABLE);
		}
	}

	@Test
	void tellsWhatTheBrokerSaid() {
		RecordingListener listener = new RecordingListener();
		this.wire.connect(Requests.to(this.broker.url()).durable("me").build(), listener);
		this.broker.accept()
			.handshake(Packets.connack()
				.sessionPresent()
				.with(Property.RECEIVE_MAXIMUM, 20)
				.with(Property.MAXIMUM_QOS, 1)
				.with(Property.RETAIN_AVAILABLE, 0)
				.with(Property.MAXIMUM_PACKET_SIZE, 4096L)
				.with(Property.TOPIC_ALIAS_MAXIMUM, 10)
				.with(Property.SERVER_KEEP_ALIVE, 12)
				.with(Property.ASSIGNED_CLIENT_IDENTIFIER, "you")
				.with(Property.SUBSCRIPTION_IDENTIFIERS_AVAILABLE, 0));
		assertThat(listener.awaitConnected())
			.isEqualTo(new ConnAck(true, 20, 1, false, 4096L, 10, true, false, true, 12, null, "you", null));
	}

	@ParameterizedTest
	@CsvSource({ "0x80", "0x84", "0x85", "0x86", "0x87", "0x88", "0x89", "0x97", "0x9F" })
	void b12RefusalIsToldWithItsReason(String code) {
		RecordingListener listener = new RecordingListener();
		this.wire.connect(Requests.to(this.broker.url()).build(), listener);
		ScriptedConnection connection = this.broker.accept();
		connection.handshake(Packets.connack().reasonCode(Integer.decode(code)).reasonString("come back later"));
		Disconnection end = listener.awaitClosed();
		assertThat(end.kind()).isEqualTo(Disconnection.Kind.REFUSED);
		assertThat(end.reasonCode()).isEqualTo(Integer.decode(code));
		assertThat(end.message()).contains("come back later").containsIgnoringCase(code);
		connection.expectEnd();
		assertThat(connection.packets()).hasSize(1);
	}

}
