package io.gobridge.mqtt.session;

import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to the broker.
 *
 * @param topic the topic name
 * @param payload the payload
 * @param qos the quality of service
 * @param retain whether the broker keeps the message
 * @param payloadIsUtf8 whether the payload is declared to be UTF-8 text
 * @param messageExpiry the life time in seconds, or {@code null} for no limit
 * @param contentType the content type, or {@code null}
 * @param responseTopic the response topic, or {@code null}
 * @param correlationData the correlation data, or {@code null}
 * @param userProperties the user properties
 */
public record OutboundPublish(String topic, byte[] payload, int qos, boolean retain, boolean payloadIsUtf8,
		@Nullable Long messageExpiry, @Nullable String contentType, @Nullable String responseTopic,
		byte @Nullable [] correlationData, UserProperties userProperties) {

	/**
	 * Names topic, QoS and size, never the payload.
	 */
	@Override
	public String toString() {
		return "OutboundPublish[" + this.topic + ", qos=" + this.qos + ", " + this.payload.length + " bytes]";
	}

}
