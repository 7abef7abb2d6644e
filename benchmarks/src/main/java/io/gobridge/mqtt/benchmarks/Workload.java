package io.gobridge.mqtt.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a {@link Firehose} sends: the QoS, the topics that the messages go through in
 * turn, and the payload that all of them carry. Immutable as long as nobody writes into
 * the payload.
 *
 * @param qos the QoS of the PUBLISH packets
 * @param topics the topic names, each used once before the first is used again
 * @param payload the bytes of every message
 */
record Workload(int qos, List<String> topics, byte[] payload) {

	/** Matches every topic of {@link #readings}. */
	static final String FILTER = "sensors/+/temperature";

	/** The value inside the payload of {@link #readings}. */
	static final double CELSIUS = 21.5;

	private static final String JSON = "{\"celsius\": " + CELSIUS + "}";

	Workload {
		if (qos < 0 || qos > 2) {
			throw new IllegalArgumentException("QoS is 0, 1 or 2, not " + qos);
		}
		if (topics.isEmpty()) {
			throw new IllegalArgumentException("At least one topic is needed");
		}
		topics = List.copyOf(topics);
	}

	/**
	 * Temperature readings as the sample application takes them: topics
	 * {@code sensors/site-1/temperature} and so on, and a JSON object that is filled up
	 * with spaces, which JSON allows behind a value, so that a contender which parses and
	 * one which does not get the same bytes.
	 */
	static Workload readings(int qos, int topics, int payloadSize) {
		byte[] json = JSON.getBytes(StandardCharsets.US_ASCII);
		if (payloadSize < json.length) {
			throw new IllegalArgumentException("A reading needs " + json.length + " bytes, not " + payloadSize);
		}
		byte[] payload = Arrays.copyOf(json, payloadSize);
		Arrays.fill(payload, json.length, payloadSize, (byte) ' ');
		List<String> names = IntStream.rangeClosed(1, topics)
			.mapToObj((site) -> "sensors/site-" + site + "/temperature")
			.toList();
		return new Workload(qos, names, payload);
	}

}
