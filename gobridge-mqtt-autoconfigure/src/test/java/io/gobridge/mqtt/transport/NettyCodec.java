package io.gobridge.mqtt.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttVersion;

/**
 * The MQTT codec of Netty, set to MQTT 5.
 */
final class NettyCodec {

	private final EmbeddedChannel encoder = new EmbeddedChannel(MqttEncoder.INSTANCE);

	private final byte[] connect;

	NettyCodec() {
		// Both directions take the version of MQTT from the CONNECT that goes by.
		this.connect = encode(MqttMessageBuilders.connect().protocolVersion(MqttVersion.MQTT_5).clientId("c").build());
	}

	byte[] encode(MqttMessage message) {
		this.encoder.writeOutbound(message);
		ByteBuf encoded = this.encoder.readOutbound();
		try {
			return ByteBufUtil.getBytes(encoded);
		}
		finally {
			encoded.release();
		}
	}

	/**
	 * Decodes one packet.
	 * @param packet the bytes of the packet
	 * @return the packet; one that is refused has a cause in its decoder result
	 */
	MqttMessage decode(byte[] packet) {
		EmbeddedChannel decoder = new EmbeddedChannel(new MqttDecoder(1 << 20));
		decoder.writeInbound(Unpooled.wrappedBuffer(this.connect));
		MqttMessage first = decoder.readInbound();
		if (!first.decoderResult().isSuccess()) {
			throw new AssertionError("CONNECT was refused", first.decoderResult().cause());
		}
		decoder.writeInbound(Unpooled.wrappedBuffer(packet));
		MqttMessage message = decoder.readInbound();
		if (message == null) {
			throw new AssertionError("The packet is not complete for Netty");
		}
		return message;
	}

}
