package io.gobridge.mqtt.deadletter;

import java.time.Instant;
import java.util.UUID;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * A message that was given up, complete with all of its properties, and why. Immutable
 * but for the arrays of the delivery, which must not be changed.
 */
public final class DeadLetter {

	private final DeadLetterMetadata metadata;

	private final MqttDelivery delivery;

	/**
	 * Creates a record from what a store has kept of it.
	 * @param metadata the metadata
	 * @param delivery the message
	 */
	public DeadLetter(DeadLetterMetadata metadata, MqttDelivery delivery) {
		this.metadata = metadata;
		this.delivery = delivery;
	}

	/**
	 * Begins the record of a delivery.
	 * @param delivery the delivery
	 * @param code why it is given up
	 * @param failedAt when
	 * @return a builder
	 */
	public static Builder of(MqttDelivery delivery, DeadLetterCode code, Instant failedAt) {
		return new Builder(delivery, code, failedAt);
	}

	/**
	 * Returns the identifier of the record.
	 * @return the identifier
	 */
	public String id() {
		return this.metadata.id();
	}

	/**
	 * Returns everything but the message.
	 * @return the metadata
	 */
	public DeadLetterMetadata metadata() {
		return this.metadata;
	}

	/**
	 * Returns the message as it was received, for a handler to try again.
	 * @return the message
	 */
	public MqttDelivery delivery() {
		return this.delivery;
	}

	@Override
	public String toString() {
		return this.metadata.toString();
	}

	/**
	 * Collects what is known about a failure. Not for use by several threads at a time.
	 */
	public static final class Builder {

		private final MqttDelivery delivery;

		private final DeadLetterCode code;

		private final Instant failedAt;

		private @Nullable String route;

		private @Nullable String removedFilter;

		private @Nullable String exceptionClass;

		private @Nullable String message;

		private int attempts;

		private Builder(MqttDelivery delivery, DeadLetterCode code, Instant failedAt) {
			this.delivery = StoredDelivery.of(delivery);
			this.code = code;
			this.failedAt = failedAt;
		}

		/**
		 * Sets the route whose handler failed.
		 * @param route the identifier of the route
		 * @return this builder
		 */
		public Builder route(@Nullable String route) {
			this.route = route;
			return this;
		}

		/**
		 * Sets the removed filter that the broker delivered the message for.
		 * @param removedFilter the exact filter
		 * @return this builder
		 */
		public Builder removedFilter(@Nullable String removedFilter) {
			this.removedFilter = removedFilter;
			return this;
		}

		/**
		 * Sets what the handler threw.
		 * @param exception the exception, of which class and message are kept
		 * @return this builder
		 */
		public Builder exception(Throwable exception) {
			this.exceptionClass = exception.getClass().getName();
			this.message = exception.getMessage();
			return this;
		}

		/**
		 * Sets why it was rejected, where there is no exception.
		 * @param reason the reason
		 * @return this builder
		 */
		public Builder reason(String reason) {
			this.message = reason;
			return this;
		}

		/**
		 * Sets how often the handler was called.
		 * @param attempts the number of calls
		 * @return this builder
		 */
		public Builder attempts(int attempts) {
			this.attempts = attempts;
			return this;
		}

		/**
		 * Makes the record. Each call makes another identifier; to write one record again
		 * is harmless, to make another one is not the same.
		 * @return a new record
		 */
		public DeadLetter build() {
			String id = "%012x%016x".formatted(Math.max(0, this.failedAt.toEpochMilli()),
					UUID.randomUUID().getLeastSignificantBits());
			return new DeadLetter(new DeadLetterMetadata(id, this.delivery.session(), this.route, this.delivery.topic(),
					this.removedFilter, this.delivery.qos(), this.delivery.retained(), this.delivery.payload().length,
					this.code, this.exceptionClass, this.message, this.attempts, this.delivery.receivedAt(),
					this.failedAt), this.delivery);
		}

	}

}
