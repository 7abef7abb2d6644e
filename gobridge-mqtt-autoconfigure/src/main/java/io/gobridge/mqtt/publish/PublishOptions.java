package io.gobridge.mqtt.publish;

import java.time.Duration;

import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * How one message is published: the flags and properties of the PUBLISH packet (MQTT 5,
 * section 3.3.2.3) and how long it may take. Immutable. Text and topics are checked when
 * the message is published, not here.
 */
public final class PublishOptions {

	private static final PublishOptions DEFAULTS = new Builder().build();

	private final int qos;

	private final boolean retain;

	private final @Nullable String contentType;

	private final @Nullable String responseTopic;

	private final byte @Nullable [] correlationData;

	private final @Nullable Duration messageExpiry;

	private final @Nullable Boolean payloadIsUtf8;

	private final UserProperties userProperties;

	private final @Nullable Duration timeout;

	private PublishOptions(Builder builder) {
		this.qos = builder.qos;
		this.retain = builder.retain;
		this.contentType = builder.contentType;
		this.responseTopic = builder.responseTopic;
		this.correlationData = builder.correlationData;
		this.messageExpiry = builder.messageExpiry;
		this.payloadIsUtf8 = builder.payloadIsUtf8;
		this.userProperties = builder.userProperties;
		this.timeout = builder.timeout;
	}

	/**
	 * Returns the defaults: QoS 1, not retained, no properties.
	 * @return the default options
	 */
	public static PublishOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Starts from these options, which do not change.
	 * @return a new builder
	 */
	public Builder mutate() {
		Builder builder = new Builder();
		builder.qos = this.qos;
		builder.retain = this.retain;
		builder.contentType = this.contentType;
		builder.responseTopic = this.responseTopic;
		builder.correlationData = this.correlationData;
		builder.messageExpiry = this.messageExpiry;
		builder.payloadIsUtf8 = this.payloadIsUtf8;
		builder.userProperties = this.userProperties;
		builder.timeout = this.timeout;
		return builder;
	}

	public int qos() {
		return this.qos;
	}

	public boolean retain() {
		return this.retain;
	}

	public @Nullable String contentType() {
		return this.contentType;
	}

	public @Nullable String responseTopic() {
		return this.responseTopic;
	}

	/**
	 * Returns the correlation data.
	 * @return a copy of the correlation data, or {@code null}
	 */
	public byte @Nullable [] correlationData() {
		return (this.correlationData != null) ? this.correlationData.clone() : null;
	}

	public @Nullable Duration messageExpiry() {
		return this.messageExpiry;
	}

	/**
	 * Returns whether the payload is declared to be UTF-8 text.
	 * @return whether it is, or {@code null} where the type of the payload decides
	 */
	public @Nullable Boolean payloadIsUtf8() {
		return this.payloadIsUtf8;
	}

	public UserProperties userProperties() {
		return this.userProperties;
	}

	/**
	 * Returns how long the publish may take.
	 * @return the timeout, or {@code null} for the one of the session
	 */
	public @Nullable Duration timeout() {
		return this.timeout;
	}

	/**
	 * Collects options. Not for use by several threads at a time.
	 */
	public static final class Builder {

		private int qos = 1;

		private boolean retain;

		private @Nullable String contentType;

		private @Nullable String responseTopic;

		private byte @Nullable [] correlationData;

		private @Nullable Duration messageExpiry;

		private @Nullable Boolean payloadIsUtf8;

		private UserProperties userProperties = UserProperties.empty();

		private @Nullable Duration timeout;

		private Builder() {
		}

		/**
		 * Sets the quality of service.
		 * @param qos 0, 1 or 2
		 * @return this builder
		 */
		public Builder qos(int qos) {
			if (qos < 0 || qos > 2) {
				throw new IllegalArgumentException("QoS must be 0, 1 or 2, but is " + qos);
			}
			this.qos = qos;
			return this;
		}

		/**
		 * Sets whether the broker keeps the message as the retained one of its topic.
		 * @param retain whether to retain
		 * @return this builder
		 */
		public Builder retain(boolean retain) {
			this.retain = retain;
			return this;
		}

		/**
		 * Sets the content type. Where the payload is converted it also chooses the
		 * converter.
		 * @param contentType the content type, or {@code null} for the one of the
		 * converter
		 * @return this builder
		 */
		public Builder contentType(@Nullable String contentType) {
			this.contentType = contentType;
			return this;
		}

		/**
		 * Sets where a reply is expected.
		 * @param responseTopic a topic name without wildcards, or {@code null}
		 * @return this builder
		 */
		public Builder responseTopic(@Nullable String responseTopic) {
			this.responseTopic = responseTopic;
			return this;
		}

		/**
		 * Sets what the reply is to carry back.
		 * @param correlationData the bytes, of which a copy is made, or {@code null}
		 * @return this builder
		 */
		public Builder correlationData(byte @Nullable [] correlationData) {
			this.correlationData = (correlationData != null) ? correlationData.clone() : null;
			return this;
		}

		/**
		 * Sets how long the broker keeps the message for subscribers. A part of a second
		 * is sent as a whole one.
		 * @param messageExpiry the life time, or {@code null} for no limit
		 * @return this builder
		 */
		public Builder messageExpiry(@Nullable Duration messageExpiry) {
			if (messageExpiry != null && messageExpiry.isNegative()) {
				throw new IllegalArgumentException("Message expiry must not be negative, but is " + messageExpiry);
			}
			this.messageExpiry = messageExpiry;
			return this;
		}

		/**
		 * Sets the payload format indicator. The engine does not verify it; a broker may.
		 * @param payloadIsUtf8 whether the payload is UTF-8 text, or {@code null} to let
		 * the type of the payload decide
		 * @return this builder
		 */
		public Builder payloadIsUtf8(@Nullable Boolean payloadIsUtf8) {
			this.payloadIsUtf8 = payloadIsUtf8;
			return this;
		}

		/**
		 * Sets all user properties.
		 * @param userProperties the user properties
		 * @return this builder
		 */
		public Builder userProperties(UserProperties userProperties) {
			this.userProperties = userProperties;
			return this;
		}

		/**
		 * Appends a user property. A name may be appended more than once.
		 * @param name the name
		 * @param value the value
		 * @return this builder
		 */
		public Builder userProperty(String name, String value) {
			this.userProperties = this.userProperties.and(name, value);
			return this;
		}

		/**
		 * Sets how long the publish may take, waiting for room, for a connection and for
		 * the broker included.
		 * @param timeout the timeout, or {@code null} for the one of the session
		 * @return this builder
		 */
		public Builder timeout(@Nullable Duration timeout) {
			if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
				throw new IllegalArgumentException("Timeout must be positive, but is " + timeout);
			}
			this.timeout = timeout;
			return this;
		}

		/**
		 * Makes the options. The builder may be used on.
		 * @return new options
		 */
		public PublishOptions build() {
			return new PublishOptions(this);
		}

	}

}
