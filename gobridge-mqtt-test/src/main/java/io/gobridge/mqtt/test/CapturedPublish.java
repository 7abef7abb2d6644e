package io.gobridge.mqtt.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * A message that a client published, as the broker received it (MQTT 5, 3.3).
 *
 * @param clientId the identifier of the client that published it
 * @param topic the topic name
 * @param payload the payload
 * @param qos the QoS it was published with
 * @param retained whether the broker was asked to retain it
 * @param contentType the content type, if any
 * @param responseTopic the response topic, if any
 * @param correlationData the correlation data, if any
 * @param messageExpiry the time until it expires, if any
 * @param userProperties the user properties
 */
public record CapturedPublish(String clientId, String topic, byte[] payload, int qos, boolean retained,
		@Nullable String contentType, @Nullable String responseTopic, byte @Nullable [] correlationData,
		@Nullable Duration messageExpiry, UserProperties userProperties) {

	/**
	 * The payload decoded as UTF-8.
	 * @return the text
	 */
	public String payloadAsString() {
		return new String(this.payload, StandardCharsets.UTF_8);
	}

	/**
	 * Says everything but what the message is about, as payloads may be confidential.
	 */
	@Override
	public String toString() {
		return "CapturedPublish[clientId=" + this.clientId + ", topic=" + this.topic + ", qos=" + this.qos
				+ ", retained=" + this.retained + ", payload=" + this.payload.length + " bytes]";
	}

}
