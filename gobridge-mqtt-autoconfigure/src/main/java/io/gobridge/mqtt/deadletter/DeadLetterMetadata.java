package io.gobridge.mqtt.deadletter;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

/**
 * All of a dead letter but the message itself. Times are kept in milliseconds.
 *
 * @param id names the record in its store; sorts by the time of the failure
 * @param session the name of the session that received the message
 * @param route the route whose handler failed, {@code null} where none was involved
 * @param topic the topic name
 * @param removedFilter the filter that it was delivered for, where the code is
 * {@link DeadLetterCode#SUBSCRIPTION_REMOVED} and the filter is known
 * @param qos the quality of service it was delivered with
 * @param retained whether the packet carried the RETAIN flag
 * @param payloadSize the size of the payload in bytes
 * @param code why
 * @param exceptionClass the class of the exception, {@code null} where there was none
 * @param exceptionMessage what the exception or the rejection said
 * @param attempts how often the handler was called
 * @param receivedAt when the packet was read
 * @param failedAt when it was given up
 */
public record DeadLetterMetadata(String id, String session, @Nullable String route, String topic,
		@Nullable String removedFilter, int qos, boolean retained, int payloadSize, DeadLetterCode code,
		@Nullable String exceptionClass, @Nullable String exceptionMessage, int attempts, Instant receivedAt,
		Instant failedAt) {

	private static final int MAX_CLASS = 500;

	private static final int MAX_MESSAGE = 4000;

	private static final int MAX_ID = 64;

	/**
	 * Creates metadata.
	 */
	public DeadLetterMetadata {
		if (!isId(id)) {
			throw new IllegalArgumentException("Not the identifier of a dead letter");
		}
		exceptionClass = storable(exceptionClass, MAX_CLASS);
		exceptionMessage = storable(exceptionMessage, MAX_MESSAGE);
		receivedAt = receivedAt.truncatedTo(ChronoUnit.MILLIS);
		failedAt = failedAt.truncatedTo(ChronoUnit.MILLIS);
	}

	static boolean isId(String id) {
		return !id.isEmpty() && id.length() <= MAX_ID
				&& id.chars().allMatch((c) -> c >= '0' && c <= '9' || c >= 'a' && c <= 'z');
	}

	/**
	 * Exceptions say anything: cuts what is too long and replaces what a database may
	 * refuse.
	 */
	private static @Nullable String storable(@Nullable String text, int max) {
		if (text == null) {
			return null;
		}
		StringBuilder storable = new StringBuilder(Math.min(text.length(), max));
		text.codePoints().limit(max).forEach((c) -> {
			boolean refused = c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
			storable.appendCodePoint(refused ? '\uFFFD' : c);
		});
		return storable.toString();
	}

	@Override
	public String toString() {
		return "dead letter " + this.id + " (" + this.code + ")";
	}

}
