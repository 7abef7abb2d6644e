package io.gobridge.mqtt.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of one packet, in the order on the wire. Nothing is checked: a test may
 * give a property twice, or to a packet that must not have it.
 */
public final class PropertyList {

	private final List<Entry> entries = new ArrayList<>();

	PropertyList() {
	}

	/**
	 * All values of a property. Numbers are {@link Long}, binary data is a byte array,
	 * user properties are {@link Map.Entry entries}.
	 * @param property the property
	 * @return the values, none when the packet does not have it
	 */
	public List<Object> all(Property property) {
		return this.entries.stream().filter((entry) -> entry.property() == property).map(Entry::value).toList();
	}

	public boolean has(Property property) {
		return !all(property).isEmpty();
	}

	/**
	 * A number that the packet has exactly once.
	 * @param property the property
	 * @return the number, empty when the packet does not have the property
	 */
	public Optional<Long> number(Property property) {
		return single(property).map((value) -> (Long) value);
	}

	/**
	 * A text that the packet has exactly once.
	 * @param property the property
	 * @return the text, empty when the packet does not have the property
	 */
	public Optional<String> text(Property property) {
		return single(property).map((value) -> (String) value);
	}

	private Optional<Object> single(Property property) {
		List<Object> values = all(property);
		if (values.size() > 1) {
			throw new IllegalStateException(property + " more than once");
		}
		return values.stream().findFirst();
	}

	void add(Property property, Object value) {
		this.entries.add(new Entry(property, value));
	}

	void write(WireWriter writer) {
		WireWriter content = new WireWriter();
		for (Entry entry : this.entries) {
			content.variable(entry.property().id());
			writeValue(content, entry.property().encoding(), entry.value());
		}
		writer.variable(content.size());
		writer.bytes(content.toByteArray());
	}

	static PropertyList read(WireReader reader) {
		PropertyList properties = new PropertyList();
		int end = (int) reader.variable() + reader.position();
		while (reader.position() < end) {
			Property property = Property.of((int) reader.variable());
			properties.add(property, readValue(reader, property.encoding()));
		}
		return properties;
	}

	private static void writeValue(WireWriter writer, Property.Encoding encoding, Object value) {
		switch (encoding) {
			case BYTE -> writer.u8(((Number) value).intValue());
			case TWO_BYTES -> writer.u16(((Number) value).intValue());
			case FOUR_BYTES -> writer.u32(((Number) value).longValue());
			case VARIABLE -> writer.variable(((Number) value).longValue());
			case STRING -> writer.string((String) value);
			case BINARY -> writer.binary((byte[]) value);
			case PAIR -> {
				Map.Entry<?, ?> pair = (Map.Entry<?, ?>) value;
				writer.string((String) pair.getKey());
				writer.string((String) pair.getValue());
			}
		}
	}

	private static Object readValue(WireReader reader, Property.Encoding encoding) {
		return switch (encoding) {
			case BYTE -> (long) reader.u8();
			case TWO_BYTES -> (long) reader.u16();
			case FOUR_BYTES -> reader.u32();
			case VARIABLE -> reader.variable();
			case STRING -> reader.string();
			case BINARY -> reader.binary();
			case PAIR -> Map.entry(reader.string(), reader.string());
		};
	}

	@Override
	public String toString() {
		return this.entries.toString();
	}

	private record Entry(Property property, Object value) {

	}

}
