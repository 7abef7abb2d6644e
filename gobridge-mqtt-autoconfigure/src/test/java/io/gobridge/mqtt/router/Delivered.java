package io.gobridge.mqtt.router;

import java.nio.charset.StandardCharsets;

import io.gobridge.mqtt.message.BareDelivery;

/**
 * A delivery as a test needs it.
 *
 * @param topic the topic name
 * @param text the payload as text
 * @param qos the quality of service
 * @param duplicate whether the broker had sent it before
 */
record Delivered(String topic, String text, int qos, boolean duplicate) implements BareDelivery {

	@Override
	public byte[] payload() {
		return this.text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public String session() {
		return "test";
	}

}
