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

	private EmbeddedChannel decoder;

	NettyCodec() {
		// Both directions take the version of MQTT from the CONNECT that goes by.
		this.connect = encode(MqttMessageBuilders.connect().protocolVersion(MqttVersion.MQTT_5).clientId("c").build());
		this.decoder = newDecoder(this.connect);
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
		this.decoder.writeInbound(Unpooled.wrappedBuffer(packet));
		MqttMessage message = this.decoder.readInbound();
		if (message == null) {
			throw new AssertionError("The packet is not complete for Netty");
		}
		if (!message.decoderResult().isSuccess()) {
			// It takes nothing any more
			this.decoder = newDecoder(this.connect);
		}
		return message;
	}

	private static EmbeddedChannel newDecoder(byte[] connect) {
		EmbeddedChannel channel = new EmbeddedChannel(new MqttDecoder(1 << 20));
		channel.writeInbound(Unpooled.wrappedBuffer(connect));
		MqttMessage first = channel.readInbound();
		if (!first.decoderResult().isSuccess()) {
			throw new AssertionError("CONNECT was refused", first.decoderResult().cause());
		}
		return channel;
	}

}
