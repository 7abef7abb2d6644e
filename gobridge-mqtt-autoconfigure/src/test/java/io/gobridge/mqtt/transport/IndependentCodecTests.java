package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import io.gobridge.mqtt.transport.RandomPackets.Sample;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttConnAck;
import org.eclipse.paho.mqttv5.common.packet.MqttPublish;
import org.eclipse.paho.mqttv5.common.packet.MqttSubscribe;
import org.eclipse.paho.mqttv5.common.packet.MqttWireMessage;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds our codec against those of Netty and Paho, in both directions, on generated
 * packets.
 */
class IndependentCodecTests {

	private static final int PACKETS = 1000;

	private final RandomPackets random = new RandomPackets(20_260_101L);

	private final NettyCodec netty = new NettyCodec();

	@Test
	void weDecodeWhatNettyEncodes() throws MalformedPacketException {
		for (int i = 0; i < PACKETS; i++) {
			Sample sample = this.random.sample();
			PacketReader reader = PacketReader.connected();
			assertThat(reader.read(this.netty.encode(toNetty(sample)))).isZero();
			assertSame(reader.only(), sample);
		}
	}

	@Test
	void nettyDecodesWhatWeEncode() {
		for (int i = 0; i < PACKETS; i++) {
			Sample sample = this.random.sample();
			OutboundPublish publish = sample.publish();
			MqttPublishMessage decoded = (MqttPublishMessage) this.netty.decode(encode(sample));
			assertThat(decoded.decoderResult().isSuccess()).isTrue();
			assertThat(decoded.fixedHeader().qosLevel().value()).isEqualTo(publish.qos());
			assertThat(decoded.fixedHeader().isDup()).isEqualTo(sample.duplicate());
			assertThat(decoded.fixedHeader().isRetain()).isEqualTo(publish.retain());
			assertThat(decoded.variableHeader().topicName()).isEqualTo(publish.topic());
			if (publish.qos() != 0) {
				assertThat(decoded.variableHeader().packetId()).isEqualTo(sample.packetId());
			}
			MqttProperties properties = decoded.variableHeader().properties();
			assertThat(value(properties, MqttProperties.PAYLOAD_FORMAT_INDICATOR))
				.isEqualTo(publish.payloadIsUtf8() ? 1 : null);
			Long expiry = publish.messageExpiry();
			assertThat(value(properties, MqttProperties.PUBLICATION_EXPIRY_INTERVAL))
				.isEqualTo((expiry != null) ? expiry.intValue() : null);
			assertThat(value(properties, MqttProperties.CONTENT_TYPE)).isEqualTo(publish.contentType());
			assertThat(value(properties, MqttProperties.RESPONSE_TOPIC)).isEqualTo(publish.responseTopic());
			assertThat(value(properties, MqttProperties.CORRELATION_DATA)).isEqualTo(publish.correlationData());
			assertThat(userProperties(properties)).isEqualTo(publish.userProperties());
			assertThat(ByteBufUtil.getBytes(decoded.payload())).isEqualTo(publish.payload());
		}
	}

	@Test
	void weDecodeWhatPahoEncodes() throws Exception {
		for (int i = 0; i < PACKETS; i++) {
			Sample sample = this.random.sample();
			PacketReader reader = PacketReader.connected();
			assertThat(reader.read(bytes(toPaho(sample)))).isZero();
			assertSame(reader.only(), sample);
		}
	}

	@Test
	void pahoDecodesWhatWeEncode() throws Exception {
		for (int i = 0; i < PACKETS; i++) {
			Sample sample = this.random.sample();
			OutboundPublish publish = sample.publish();
			MqttPublish decoded = (MqttPublish) MqttWireMessage.createWireMessage(encode(sample));
			assertThat(decoded.getQoS()).isEqualTo(publish.qos());
			assertThat(decoded.getMessage().isRetained()).isEqualTo(publish.retain());
			assertThat(decoded.getTopicName()).isEqualTo(publish.topic());
			assertThat(decoded.getMessageId()).isEqualTo(sample.packetId());
			assertThat(decoded.getProperties().getPayloadFormat()).isEqualTo(publish.payloadIsUtf8());
			assertThat(decoded.getProperties().getMessageExpiryInterval()).isEqualTo(publish.messageExpiry());
			assertThat(decoded.getProperties().getContentType()).isEqualTo(publish.contentType());
			assertThat(decoded.getProperties().getResponseTopic()).isEqualTo(publish.responseTopic());
			assertThat(decoded.getProperties().getCorrelationData()).isEqualTo(publish.correlationData());
			List<UserProperties.Entry> entries = new ArrayList<>();
			for (UserProperty property : decoded.getProperties().getUserProperties()) {
				entries.add(new UserProperties.Entry(property.getKey(), property.getValue()));
			}
			assertThat(UserProperties.of(entries)).isEqualTo(publish.userProperties());
			assertThat(decoded.getPayload()).isEqualTo(publish.payload());
		}
	}

	@Test
	void nettyDecodesOurAnswers() {
		for (int reasonCode : new int[] { 0, 0x87 }) {
			assertAnswer((out) -> PacketEncoder.pubAck(out, 513, reasonCode), MqttMessageType.PUBACK, reasonCode);
			assertAnswer((out) -> PacketEncoder.pubRec(out, 513, reasonCode), MqttMessageType.PUBREC, reasonCode);
			assertAnswer((out) -> PacketEncoder.pubComp(out, 513, reasonCode), MqttMessageType.PUBCOMP, reasonCode);
		}
		assertAnswer((out) -> PacketEncoder.pubRel(out, 513), MqttMessageType.PUBREL, 0);
		assertThat(this.netty.decode(written(PacketEncoder::pingReq)).fixedHeader().messageType())
			.isEqualTo(MqttMessageType.PINGREQ);
		MqttMessage disconnect = this.netty.decode(written((out) -> PacketEncoder.disconnect(out, 0x95)));
		assertThat(disconnect.fixedHeader().messageType()).isEqualTo(MqttMessageType.DISCONNECT);
		assertThat(((MqttReasonCodeAndPropertiesVariableHeader) disconnect.variableHeader()).reasonCode())
			.isEqualTo((byte) 0x95);
	}

	@Test
	void bothDecodeOurSubscribe() throws Exception {
		List<SubscriptionRequest> filters = List.of(new SubscriptionRequest("a/+/\u4e2d/#", 2, true, true, 2),
				new SubscriptionRequest("$share/g/b", 0, false, false, 1));
		byte[] packet = written((out) -> PacketEncoder.subscribe(out, 300, filters, 70_000));
		MqttSubscribeMessage decoded = (MqttSubscribeMessage) this.netty.decode(packet);
		assertThat(decoded.variableHeader().messageId()).isEqualTo(300);
		assertThat(value(decoded.idAndPropertiesVariableHeader().properties(), MqttProperties.SUBSCRIPTION_IDENTIFIER))
			.isEqualTo(70_000);
		List<SubscriptionRequest> seen = new ArrayList<>();
		for (MqttTopicSubscription filter : decoded.payload().topicSubscriptions()) {
			seen.add(new SubscriptionRequest(filter.topicFilter(), filter.option().qos().value(),
					filter.option().isNoLocal(), filter.option().isRetainAsPublished(),
					filter.option().retainHandling().value()));
		}
		assertThat(seen).isEqualTo(filters);
		MqttSubscribe paho = (MqttSubscribe) MqttWireMessage.createWireMessage(packet);
		assertThat(paho.getProperties().getSubscriptionIdentifiers()).containsExactly(70_000);
		assertThat(paho.getSubscriptions()).extracting((filter) -> filter.getTopic())
			.containsExactly("a/+/\u4e2d/#", "$share/g/b");
		assertThat(paho.getSubscriptions()[0].isNoLocal()).isTrue();
		assertThat(paho.getSubscriptions()[0].getRetainHandling()).isEqualTo(2);
	}

	@Test
	void nettyDecodesOurUnsubscribe() {
		MqttUnsubscribeMessage decoded = (MqttUnsubscribeMessage) this.netty
			.decode(written((out) -> PacketEncoder.unsubscribe(out, 301, List.of("a/#", "$share/g/b"))));
		assertThat(decoded.variableHeader().messageId()).isEqualTo(301);
		assertThat(decoded.payload().topics()).containsExactly("a/#", "$share/g/b");
	}

	@Test
	void pahoDecodesTheConnAckForIt() throws Exception {
		MqttConnAck decoded = (MqttConnAck) MqttWireMessage
			.createWireMessage(written((out) -> PacketEncoder.connAck(out, true, 0)));
		assertThat(decoded.getSessionPresent()).isTrue();
		assertThat(decoded.getReturnCode()).isZero();
		assertThat(decoded.getProperties().getServerKeepAlive()).isZero();
		assertThat(decoded.getProperties().getTopicAliasMaximum()).isNull();
		assertThat(decoded.getProperties().getReceiveMaximum()).isNull();
	}

	@Test
	void weDecodeTheOtherPacketsOfNetty() throws MalformedPacketException {
		MqttProperties reason = new MqttProperties();
		reason.add(new MqttProperties.StringProperty(MqttProperties.REASON_STRING, "why"));
		reason.add(new MqttProperties.UserProperty("a", "b"));
		PacketReader unconnected = PacketReader.unconnected();
		unconnected.read(this.netty.encode(MqttMessageBuilders.connAck()
			.returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
			.sessionPresent(true)
			.properties((properties) -> properties.receiveMaximum(20)
				.topicAliasMaximum(10)
				.maximumQos((byte) 1)
				.maximumPacketSize(100_000)
				.sharedSubscriptionAvailable(false)
				.assignedClientId("c")
				.serverKeepAlive(30))
			.build()));
		ConnectAnswer answer = (ConnectAnswer) unconnected.others.get(0);
		assertThat(answer.accepted()).isTrue();
		assertThat(answer.ack().sessionPresent()).isTrue();
		assertThat(answer.ack().receiveMaximum()).isEqualTo(20);
		assertThat(answer.ack().topicAliasMaximum()).isEqualTo(10);
		assertThat(answer.ack().maximumQos()).isEqualTo(1);
		assertThat(answer.ack().maximumPacketSize()).isEqualTo(100_000);
		assertThat(answer.ack().sharedSubscriptionAvailable()).isFalse();
		assertThat(answer.ack().assignedClientId()).isEqualTo("c");
		assertThat(answer.ack().serverKeepAlive()).isEqualTo(30);

		PacketReader reader = PacketReader.connected();
		reader.read(this.netty
			.encode(MqttMessageBuilders.pubAck().packetId(7).reasonCode((byte) 0x97).properties(reason).build()));
		reader.read(this.netty.encode(MqttMessageBuilders.unsubAck()
			.packetId(8)
			.addReasonCodes((short) 0, (short) 0x11)
			.properties(reason)
			.build()));
		reader.read(this.netty.encode(MqttMessageBuilders.subAck()
			.packetId(9)
			.addGrantedQoses(MqttQoS.EXACTLY_ONCE, MqttQoS.FAILURE)
			.build()));
		reader.read(
				this.netty.encode(MqttMessageBuilders.disconnect().reasonCode((byte) 0x8B).properties(reason).build()));
		assertThat(reader.answers).containsExactly("PUBACK id=7 code=0x97 why");
		assertThat(reader.others).containsExactly(
				new SubscriptionAnswer(8, new SubscriptionAck(List.of(0, 0x11), "why")),
				new SubscriptionAnswer(9, new SubscriptionAck(List.of(2, 0x80), null)),
				new ServerDisconnect(0x8B, "why", null));
	}

	private void assertAnswer(Consumer<OutboundBuffer> packet, MqttMessageType type, int reasonCode) {
		MqttMessage decoded = this.netty.decode(written(packet));
		assertThat(decoded.decoderResult().isSuccess()).isTrue();
		assertThat(decoded.fixedHeader().messageType()).isEqualTo(type);
		MqttPubReplyMessageVariableHeader header = (MqttPubReplyMessageVariableHeader) decoded.variableHeader();
		assertThat(header.messageId()).isEqualTo(513);
		assertThat(header.reasonCode()).isEqualTo((byte) reasonCode);
	}

	private static void assertSame(PacketReader.Arrival arrival, Sample sample) {
		OutboundPublish publish = sample.publish();
		MqttDelivery delivery = arrival.delivery();
		assertThat(arrival.packetId()).isEqualTo(sample.packetId());
		assertThat(delivery.qos()).isEqualTo(publish.qos());
		assertThat(delivery.retained()).isEqualTo(publish.retain());
		assertThat(delivery.duplicate()).isEqualTo(sample.duplicate());
		assertThat(delivery.topic()).isEqualTo(publish.topic());
		assertThat(delivery.payloadIsUtf8()).isEqualTo(publish.payloadIsUtf8());
		Long expiry = publish.messageExpiry();
		assertThat(delivery.messageExpiry()).isEqualTo((expiry != null) ? Duration.ofSeconds(expiry) : null);
		assertThat(delivery.contentType()).isEqualTo(publish.contentType());
		assertThat(delivery.responseTopic()).isEqualTo(publish.responseTopic());
		assertThat(delivery.correlationData()).isEqualTo(publish.correlationData());
		assertThat(delivery.userProperties()).isEqualTo(publish.userProperties());
		assertThat(delivery.subscriptionIdentifiers()).isEqualTo(sample.identifiers());
		assertThat(delivery.payload()).isEqualTo(publish.payload());
	}

	static MqttPublishMessage toNetty(Sample sample) {
		OutboundPublish publish = sample.publish();
		MqttProperties properties = new MqttProperties();
		if (publish.payloadIsUtf8()) {
			properties.add(new MqttProperties.IntegerProperty(MqttProperties.PAYLOAD_FORMAT_INDICATOR, 1));
		}
		Long expiry = publish.messageExpiry();
		if (expiry != null) {
			properties
				.add(new MqttProperties.IntegerProperty(MqttProperties.PUBLICATION_EXPIRY_INTERVAL, expiry.intValue()));
		}
		if (publish.contentType() != null) {
			properties.add(new MqttProperties.StringProperty(MqttProperties.CONTENT_TYPE, publish.contentType()));
		}
		if (publish.responseTopic() != null) {
			properties.add(new MqttProperties.StringProperty(MqttProperties.RESPONSE_TOPIC, publish.responseTopic()));
		}
		if (publish.correlationData() != null) {
			properties
				.add(new MqttProperties.BinaryProperty(MqttProperties.CORRELATION_DATA, publish.correlationData()));
		}
		for (int identifier : sample.identifiers()) {
			properties.add(new MqttProperties.IntegerProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER, identifier));
		}
		for (UserProperties.Entry entry : publish.userProperties()) {
			properties.add(new MqttProperties.UserProperty(entry.name(), entry.value()));
		}
		return new MqttPublishMessage(
				new MqttFixedHeader(MqttMessageType.PUBLISH, sample.duplicate(), MqttQoS.valueOf(publish.qos()),
						publish.retain(), 0),
				new MqttPublishVariableHeader(publish.topic(), sample.packetId(), properties),
				Unpooled.wrappedBuffer(publish.payload()));
	}

	private static MqttPublish toPaho(Sample sample) {
		OutboundPublish publish = sample.publish();
		org.eclipse.paho.mqttv5.common.packet.MqttProperties properties = new org.eclipse.paho.mqttv5.common.packet.MqttProperties();
		if (publish.payloadIsUtf8()) {
			properties.setPayloadFormat(true);
		}
		if (publish.messageExpiry() != null) {
			properties.setMessageExpiryInterval(publish.messageExpiry());
		}
		if (publish.contentType() != null) {
			properties.setContentType(publish.contentType());
		}
		if (publish.responseTopic() != null) {
			properties.setResponseTopic(publish.responseTopic());
		}
		if (publish.correlationData() != null) {
			properties.setCorrelationData(publish.correlationData());
		}
		properties.setSubscriptionIdentifiers(sample.identifiers());
		List<UserProperty> userProperties = new ArrayList<>();
		for (UserProperties.Entry entry : publish.userProperties()) {
			userProperties.add(new UserProperty(entry.name(), entry.value()));
		}
		properties.setUserProperties(userProperties);
		org.eclipse.paho.mqttv5.common.MqttMessage message = new org.eclipse.paho.mqttv5.common.MqttMessage(
				publish.payload(), publish.qos(), publish.retain(), properties);
		MqttPublish packet = new MqttPublish(publish.topic(), message, properties);
		packet.setMessageId(sample.packetId());
		packet.setDuplicate(sample.duplicate());
		return packet;
	}

	private static byte[] bytes(MqttPublish packet) throws Exception {
		byte[] header = packet.getHeader();
		byte[] payload = packet.getPayload();
		byte[] bytes = Arrays.copyOf(header, header.length + payload.length);
		System.arraycopy(payload, 0, bytes, header.length, payload.length);
		return bytes;
	}

	private static byte[] encode(Sample sample) {
		return written((out) -> {
			PacketEncoder.publish(out, sample.publish(), sample.packetId(), sample.duplicate());
			assertThat(out.size()).isEqualTo(PacketEncoder.sizeOf(sample.publish()));
		});
	}

	private static byte[] written(Consumer<OutboundBuffer> packet) {
		OutboundBuffer out = new OutboundBuffer(1);
		packet.accept(out);
		return Arrays.copyOf(out.array(), out.size());
	}

	private static @Nullable Object value(MqttProperties properties, int identifier) {
		MqttProperties.MqttProperty<?> property = properties.getProperty(identifier);
		return (property != null) ? property.value() : null;
	}

	private static UserProperties userProperties(MqttProperties properties) {
		List<UserProperties.Entry> entries = new ArrayList<>();
		for (MqttProperties.MqttProperty<?> property : properties.getProperties(MqttProperties.USER_PROPERTY)) {
			MqttProperties.StringPair pair = ((MqttProperties.UserProperty) property).value();
			entries.add(new UserProperties.Entry(pair.key, pair.value));
		}
		return UserProperties.of(entries);
	}

}
