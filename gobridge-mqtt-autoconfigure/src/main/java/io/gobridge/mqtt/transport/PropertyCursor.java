package io.gobridge.mqtt.transport;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Walks over the properties of a packet (MQTT 5, section 2.2.2) and checks each: known,
 * allowed in this packet, whole, of an allowed value, not there twice. Decodes nothing
 * but numbers and allocates nothing. Used by one thread, and again for the next packet.
 */
final class PropertyCursor {

	static final int PAYLOAD_FORMAT_INDICATOR = 1;

	static final int MESSAGE_EXPIRY_INTERVAL = 2;

	static final int CONTENT_TYPE = 3;

	static final int RESPONSE_TOPIC = 8;

	static final int CORRELATION_DATA = 9;

	static final int SUBSCRIPTION_IDENTIFIER = 11;

	static final int SESSION_EXPIRY_INTERVAL = 17;

	static final int ASSIGNED_CLIENT_IDENTIFIER = 18;

	static final int SERVER_KEEP_ALIVE = 19;

	static final int RESPONSE_INFORMATION = 26;

	static final int SERVER_REFERENCE = 28;

	static final int REASON_STRING = 31;

	static final int RECEIVE_MAXIMUM = 33;

	static final int TOPIC_ALIAS_MAXIMUM = 34;

	static final int TOPIC_ALIAS = 35;

	static final int MAXIMUM_QOS = 36;

	static final int RETAIN_AVAILABLE = 37;

	static final int USER_PROPERTY = 38;

	static final int MAXIMUM_PACKET_SIZE = 39;

	static final int WILDCARD_SUBSCRIPTION_AVAILABLE = 40;

	static final int SUBSCRIPTION_IDENTIFIER_AVAILABLE = 41;

	static final int SHARED_SUBSCRIPTION_AVAILABLE = 42;

	private static final long REPEATABLE = setOf(USER_PROPERTY, SUBSCRIPTION_IDENTIFIER);

	private static final long BYTE = setOf(PAYLOAD_FORMAT_INDICATOR, MAXIMUM_QOS, RETAIN_AVAILABLE,
			WILDCARD_SUBSCRIPTION_AVAILABLE, SUBSCRIPTION_IDENTIFIER_AVAILABLE, SHARED_SUBSCRIPTION_AVAILABLE);

	private static final long TWO_BYTES = setOf(SERVER_KEEP_ALIVE, RECEIVE_MAXIMUM, TOPIC_ALIAS_MAXIMUM, TOPIC_ALIAS);

	private static final long FOUR_BYTES = setOf(MESSAGE_EXPIRY_INTERVAL, SESSION_EXPIRY_INTERVAL, MAXIMUM_PACKET_SIZE);

	private static final long NOT_ZERO = setOf(RECEIVE_MAXIMUM, MAXIMUM_PACKET_SIZE, SUBSCRIPTION_IDENTIFIER);

	private byte[] buffer = {};

	private int position;

	private int end;

	private long allowed;

	private long seen;

	private int identifier;

	private long number;

	private int nameStart;

	private int nameEnd;

	private int valueStart;

	private int valueEnd;

	/**
	 * Returns a set of property identifiers for {@link #open}.
	 * @param identifiers the identifiers
	 * @return the set
	 */
	static long setOf(int... identifiers) {
		long set = 0;
		for (int identifier : identifiers) {
			set |= 1L << identifier;
		}
		return set;
	}

	/**
	 * Goes before the first property.
	 * @param buffer the bytes
	 * @param start the index of the property length
	 * @param end the index behind the packet
	 * @param allowed the properties that this packet may have
	 * @return the index behind the properties
	 * @throws MalformedPacketException if the length is missing or past the end
	 */
	int open(byte[] buffer, int start, int end, long allowed) throws MalformedPacketException {
		this.buffer = buffer;
		this.position = start;
		this.end = end;
		int length = variableByteInteger();
		if (length > end - this.position) {
			throw MalformedPacketException
				.malformed("Property length of " + length + " bytes with " + (end - this.position) + " bytes left");
		}
		return restart(this.position, this.position + length, allowed);
	}

	/**
	 * As {@link #open}, for a packet that ends with its properties.
	 * @param buffer the bytes
	 * @param start the index of the property length
	 * @param end the index behind the packet
	 * @param allowed the properties that this packet may have
	 * @throws MalformedPacketException if the length is not that of the rest of the
	 * packet
	 */
	void openLast(byte[] buffer, int start, int end, long allowed) throws MalformedPacketException {
		int behind = open(buffer, start, end, allowed);
		if (behind != end) {
			throw MalformedPacketException.malformed((end - behind) + " bytes behind the properties");
		}
	}

	/**
	 * As {@link #open}, for bytes that are nothing but properties.
	 * @param buffer the bytes
	 * @param allowed the properties that may be there
	 */
	void openAll(byte[] buffer, long allowed) {
		this.buffer = buffer;
		restart(0, buffer.length, allowed);
	}

	/**
	 * Goes before a property of the same packet again.
	 * @param start the index of its first byte
	 * @param end the index behind the properties
	 * @param allowed the properties that may be there
	 * @return the index behind the properties
	 */
	int restart(int start, int end, long allowed) {
		this.position = start;
		this.end = end;
		this.allowed = allowed;
		this.seen = 0;
		return end;
	}

	/**
	 * Goes to the next property.
	 * @return whether there is one
	 * @throws MalformedPacketException if it must not be there
	 */
	boolean next() throws MalformedPacketException {
		if (this.position >= this.end) {
			return false;
		}
		// All identifiers fit into one byte of the variable byte integer that they are.
		int id = this.buffer[this.position++];
		if (id < 0 || id > SHARED_SUBSCRIPTION_AVAILABLE || (this.allowed & (1L << id)) == 0) {
			throw MalformedPacketException.malformed("Property " + (id & 0xFF) + " is not allowed in this packet");
		}
		long bit = 1L << id;
		if ((this.seen & bit & ~REPEATABLE) != 0) {
			throw MalformedPacketException.protocolError("Property " + id + " more than once");
		}
		this.seen |= bit;
		this.identifier = id;
		if (id == USER_PROPERTY) {
			string();
			this.nameStart = this.valueStart;
			this.nameEnd = this.valueEnd;
			string();
		}
		else if ((bit & BYTE) != 0) {
			this.number = number(1);
			if (this.number > 1) {
				throw MalformedPacketException.protocolError("Property " + id + " with the value " + this.number);
			}
		}
		else if ((bit & TWO_BYTES) != 0) {
			this.number = number(2);
		}
		else if ((bit & FOUR_BYTES) != 0) {
			this.number = number(4);
		}
		else if (id == SUBSCRIPTION_IDENTIFIER) {
			this.number = variableByteInteger();
		}
		else if (id == CORRELATION_DATA) {
			field();
		}
		else {
			string();
			if (id == RESPONSE_TOPIC && Utf8.hasWildcard(this.buffer, this.valueStart, this.valueEnd)) {
				throw MalformedPacketException.malformed("Response topic with a wildcard");
			}
		}
		if (this.number == 0 && (bit & NOT_ZERO) != 0) {
			throw MalformedPacketException.protocolError("Property " + id + " with the value 0");
		}
		return true;
	}

	/**
	 * Returns which property this is.
	 * @return the property identifier
	 */
	int identifier() {
		return this.identifier;
	}

	/**
	 * Returns the value of a property that is a number.
	 * @return the value
	 */
	long number() {
		return this.number;
	}

	/**
	 * Decodes the value of a property that is a string, the second one of a user
	 * property.
	 * @return the value
	 * @throws MalformedPacketException never, as the string was checked
	 */
	String text() throws MalformedPacketException {
		return Utf8.decode(this.buffer, this.valueStart, this.valueEnd);
	}

	/**
	 * Goes through the rest of the properties for the one that is of use in most answers.
	 * @return the Reason String, or {@code null} where there is none
	 * @throws MalformedPacketException if one of them must not be there
	 */
	@Nullable String reasonString() throws MalformedPacketException {
		String reasonString = null;
		while (next()) {
			if (identifier() == REASON_STRING) {
				reasonString = text();
			}
		}
		return reasonString;
	}

	/**
	 * Decodes the name of a user property.
	 * @return the name
	 * @throws MalformedPacketException never, as the string was checked
	 */
	String name() throws MalformedPacketException {
		return Utf8.decode(this.buffer, this.nameStart, this.nameEnd);
	}

	/**
	 * Returns the value of a property that is binary data.
	 * @return a copy
	 */
	byte[] binary() {
		return Arrays.copyOfRange(this.buffer, this.valueStart, this.valueEnd);
	}

	private void string() throws MalformedPacketException {
		field();
		Utf8.check(this.buffer, this.valueStart, this.valueEnd);
	}

	private void field() throws MalformedPacketException {
		int length = (int) number(2);
		if (length > this.end - this.position) {
			throw MalformedPacketException.malformed("Property " + this.identifier + " of " + length + " bytes with "
					+ (this.end - this.position) + " bytes left");
		}
		this.valueStart = this.position;
		this.valueEnd = this.position + length;
		this.position = this.valueEnd;
	}

	private long number(int bytes) throws MalformedPacketException {
		if (bytes > this.end - this.position) {
			throw truncated();
		}
		long value = 0;
		for (int i = 0; i < bytes; i++) {
			value = (value << 8) | (this.buffer[this.position++] & 0xFF);
		}
		return value;
	}

	private int variableByteInteger() throws MalformedPacketException {
		int value = 0;
		for (int shift = 0; shift < 28; shift += 7) {
			if (this.position >= this.end) {
				throw truncated();
			}
			int digit = this.buffer[this.position++];
			value |= (digit & 0x7F) << shift;
			if (digit >= 0) {
				if (digit == 0 && shift > 0) {
					throw MalformedPacketException.malformed("Number in more bytes than needed");
				}
				return value;
			}
		}
		throw MalformedPacketException.malformed("Number of more than four bytes");
	}

	private static MalformedPacketException truncated() {
		return MalformedPacketException.malformed("Packet ends within its properties");
	}

}
