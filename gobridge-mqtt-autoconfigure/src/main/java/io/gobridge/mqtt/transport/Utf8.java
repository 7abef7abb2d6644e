package io.gobridge.mqtt.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 encoded strings as MQTT has them (MQTT 5, section 1.5.4): well formed, no
 * surrogates, no U+0000. Everything else is allowed and kept as it is.
 */
final class Utf8 {

	/** The longest string or binary field in bytes. */
	static final int MAXIMUM_LENGTH = 65_535;

	/** Any of these is never a valid string. */
	private static final int INVALID = -1;

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

	private static final long LOW_BITS = 0x0101_0101_0101_0101L;

	private Utf8() {
	}

	/**
	 * Decodes a string.
	 * @param buffer the bytes
	 * @param start the index of the first byte
	 * @param end the index behind the last byte
	 * @return the string
	 * @throws MalformedPacketException if it is not valid
	 */
	static String decode(byte[] buffer, int start, int end) throws MalformedPacketException {
		int ascii = ascii(buffer, start, end);
		if (ascii == end) {
			return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
		}
		validate(buffer, ascii, end);
		return new String(buffer, start, end - start, StandardCharsets.UTF_8);
	}

	/**
	 * Checks a string without decoding it.
	 * @param buffer the bytes
	 * @param start the index of the first byte
	 * @param end the index behind the last byte
	 * @throws MalformedPacketException if it is not valid
	 */
	static void check(byte[] buffer, int start, int end) throws MalformedPacketException {
		int ascii = ascii(buffer, start, end);
		if (ascii != end) {
			validate(buffer, ascii, end);
		}
	}

	/**
	 * Whether a byte occurs. In valid UTF-8 a byte below 0x80 is always a character of
	 * its own.
	 * @param buffer the bytes
	 * @param start the index of the first byte
	 * @param end the index behind the last byte
	 * @return whether there is a {@code +} or a {@code #}
	 */
	static boolean hasWildcard(byte[] buffer, int start, int end) {
		for (int i = start; i < end; i++) {
			byte b = buffer[i];
			if (b == '#' || b == '+') {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns where the leading part that consists of 0x01 to 0x7F ends.
	 */
	private static int ascii(byte[] buffer, int start, int end) {
		int i = start;
		for (; i <= end - Long.BYTES; i += Long.BYTES) {
			long eight = (long) LONGS.get(buffer, i);
			// Subtracting one from each byte sets the high bit of a zero byte; borrows
			// only begin at a zero byte, so there are no false negatives, and a false
			// positive merely leaves the fast path.
			if (((eight | (eight - LOW_BITS)) & HIGH_BITS) != 0) {
				break;
			}
		}
		while (i < end && buffer[i] > 0) {
			i++;
		}
		return i;
	}

	private static void validate(byte[] buffer, int start, int end) throws MalformedPacketException {
		int i = start;
		while (i < end) {
			int lead = buffer[i];
			int length;
			if (lead > 0) {
				length = 1;
			}
			else {
				length = sequence(buffer, i, end, lead & 0xFF);
			}
			if (length == INVALID) {
				throw MalformedPacketException
					.malformed("String of " + (end - start) + " bytes or more is not valid UTF-8, or has U+0000 in it");
			}
			i += length;
		}
	}

	/**
	 * Returns the length of the sequence that a byte other than 0x01 to 0x7F begins.
	 */
	private static int sequence(byte[] buffer, int i, int end, int lead) {
		if (lead < 0xC2 || lead > 0xF4) {
			// U+0000, a continuation byte, an overlong form of two bytes, above U+10FFFF
			return INVALID;
		}
		if (lead < 0xE0) {
			return continues(buffer, i + 1, end) ? 2 : INVALID;
		}
		if (i + 1 >= end) {
			return INVALID;
		}
		int second = buffer[i + 1] & 0xFF;
		if (lead < 0xF0) {
			int from = (lead == 0xE0) ? 0xA0 : 0x80;
			int to = (lead == 0xED) ? 0x9F : 0xBF;
			return (second >= from && second <= to && continues(buffer, i + 2, end)) ? 3 : INVALID;
		}
		int from = (lead == 0xF0) ? 0x90 : 0x80;
		int to = (lead == 0xF4) ? 0x8F : 0xBF;
		return (second >= from && second <= to && continues(buffer, i + 2, end) && continues(buffer, i + 3, end)) ? 4
				: INVALID;
	}

	private static boolean continues(byte[] buffer, int i, int end) {
		return i < end && (buffer[i] & 0xC0) == 0x80;
	}

	/**
	 * Returns how many bytes a string takes, without the two bytes of its length.
	 * @param field what the string is, for the message of the exception
	 * @param value the string
	 * @return the number of bytes
	 * @throws IllegalArgumentException if the string can not be sent
	 */
	static int length(String field, String value) {
		int characters = value.length();
		int length = characters;
		for (int i = 0; i < characters; i++) {
			char c = value.charAt(i);
			if (c >= 0x80) {
				length += (c >= 0x800) ? 2 : 1;
				if (Character.isSurrogate(c)) {
					if (Character.isLowSurrogate(c) || i + 1 == characters
							|| !Character.isLowSurrogate(value.charAt(i + 1))) {
						throw new IllegalArgumentException(
								"The " + field + " has an unpaired surrogate at index " + i + " and can not be sent");
					}
					// The pair takes four bytes: its two characters and the two above
					i++;
				}
			}
			else if (c == 0) {
				throw new IllegalArgumentException(
						"The " + field + " has U+0000 at index " + i + " and can not be sent");
			}
		}
		if (length > MAXIMUM_LENGTH) {
			throw new IllegalArgumentException("The " + field + " takes " + length + " bytes of UTF-8, more than the "
					+ MAXIMUM_LENGTH + " that MQTT allows");
		}
		return length;
	}

	/**
	 * Encodes a string that {@link #length} has accepted.
	 * @param value the string
	 * @param buffer where to
	 * @param start the index of the first byte
	 * @return the index behind the last byte
	 */
	static int encode(String value, byte[] buffer, int start) {
		int position = start;
		int characters = value.length();
		for (int i = 0; i < characters; i++) {
			char c = value.charAt(i);
			if (c < 0x80) {
				buffer[position++] = (byte) c;
			}
			else if (c < 0x800) {
				buffer[position++] = (byte) (0xC0 | (c >> 6));
				buffer[position++] = (byte) (0x80 | (c & 0x3F));
			}
			else if (Character.isHighSurrogate(c)) {
				int codePoint = Character.toCodePoint(c, value.charAt(++i));
				buffer[position++] = (byte) (0xF0 | (codePoint >> 18));
				buffer[position++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
				buffer[position++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
				buffer[position++] = (byte) (0x80 | (codePoint & 0x3F));
			}
			else {
				buffer[position++] = (byte) (0xE0 | (c >> 12));
				buffer[position++] = (byte) (0x80 | ((c >> 6) & 0x3F));
				buffer[position++] = (byte) (0x80 | (c & 0x3F));
			}
		}
		return position;
	}

}
