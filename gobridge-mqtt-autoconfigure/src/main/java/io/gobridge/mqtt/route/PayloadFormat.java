package io.gobridge.mqtt.route;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * A payload format that is read without a {@code MessageConverter}, so that no message
 * has to be built for it. Used where no converter took the payload. Safe for any thread.
 */
public interface PayloadFormat {

	/**
	 * Whether a payload with this content type may be read.
	 * @param contentType the content type property, or {@code null} where there is none
	 * @return whether it may
	 */
	boolean accepts(@Nullable String contentType);

	/**
	 * Prepares for a type, once per handler. May leave what takes long to the first
	 * payload.
	 * @param type the type to read, without type variables
	 * @return reads payloads as this type
	 */
	Decoder decoder(Type type);

	/**
	 * Says what was wrong with a payload, without quoting it.
	 * @param failure what a decoder has thrown
	 * @return a description without content of the payload
	 */
	String describe(Exception failure);

	/**
	 * Reads payloads as one type.
	 */
	@FunctionalInterface
	interface Decoder {

		/**
		 * Reads a payload.
		 * @param payload the payload, not empty
		 * @return what was read, {@code null} if the payload says so
		 * @throws Exception if the payload can not be read
		 */
		@Nullable Object decode(byte[] payload) throws Exception;

	}

}
