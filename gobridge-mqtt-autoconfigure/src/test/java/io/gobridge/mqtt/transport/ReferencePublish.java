package io.gobridge.mqtt.transport;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Says whether MQTT 5 allows a PUBLISH packet for us, the slow way: nothing is shared
 * with the decoder, and strings are checked by the JDK.
 */
final class ReferencePublish {

	private ReferencePublish() {
	}

	/**
	 * Whether a packet is allowed.
	 * @param packet one PUBLISH packet, whose Remaining Length is that of the array
	 * @return whether it must be accepted
	 */
	static boolean isAllowed(byte[] packet) {
		try {
			ByteBuffer buffer = ByteBuffer.wrap(packet);
			int qos = (buffer.get() >> 1) & 3;
			if (qos == 3 || (qos == 0 && (packet[0] & 0x08) != 0)) {
				return false;
			}
			number(buffer);
			String topic = text(buffer);
			boolean allowed = !topic.isEmpty() && !topic.contains("#") && !topic.contains("+");
			if (qos > 0) {
				allowed &= buffer.getShort() != 0;
			}
			ByteBuffer properties = part(buffer, number(buffer));
			Set<Integer> once = new HashSet<>();
			while (properties.hasRemaining()) {
				int identifier = number(properties);
				allowed &= property(identifier, properties);
				allowed &= identifier == 0x26 || identifier == 0x0B || once.add(identifier);
			}
			return allowed;
		}
		catch (BufferUnderflowException | IllegalArgumentException | CharacterCodingException ex) {
			return false;
		}
	}

	private static boolean property(int identifier, ByteBuffer properties) throws CharacterCodingException {
		switch (identifier) {
			case 0x01:
				int indicator = properties.get();
				return indicator == 0 || indicator == 1;
			case 0x02:
				properties.getInt();
				return true;
			case 0x03:
				text(properties);
				return true;
			case 0x08:
				String topic = text(properties);
				return !topic.contains("#") && !topic.contains("+");
			case 0x09:
				part(properties, properties.getShort() & 0xFFFF);
				return true;
			case 0x0B:
				return number(properties) > 0;
			case 0x26:
				text(properties);
				text(properties);
				return true;
			default:
				return false;
		}
	}

	private static String text(ByteBuffer buffer) throws CharacterCodingException {
		ByteBuffer bytes = part(buffer, buffer.getShort() & 0xFFFF);
		String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
		if (text.indexOf('\u0000') >= 0) {
			throw new IllegalArgumentException("U+0000");
		}
		return text;
	}

	private static int number(ByteBuffer buffer) {
		int value = 0;
		for (int i = 0; i < 4; i++) {
			int digit = buffer.get() & 0xFF;
			value += (digit % 128) << (7 * i);
			if (digit < 128) {
				if (digit == 0 && i > 0) {
					throw new IllegalArgumentException("Too many bytes");
				}
				return value;
			}
		}
		throw new IllegalArgumentException("Five bytes");
	}

	private static ByteBuffer part(ByteBuffer buffer, int length) {
		if (length > buffer.remaining()) {
			throw new BufferUnderflowException();
		}
		ByteBuffer part = buffer.slice(buffer.position(), length);
		buffer.position(buffer.position() + length);
		return part;
	}

}
