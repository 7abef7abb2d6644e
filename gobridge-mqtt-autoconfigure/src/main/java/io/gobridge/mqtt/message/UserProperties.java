package io.gobridge.mqtt.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The user properties of a message: an ordered list of name and value pairs in which a
 * name may occur more than once (MQTT 5, section 3.3.2.3.7). Immutable.
 */
public final class UserProperties implements Iterable<UserProperties.Entry> {

	private static final UserProperties EMPTY = new UserProperties(List.of());

	private final List<Entry> entries;

	private UserProperties(List<Entry> entries) {
		this.entries = entries;
	}

	/**
	 * Returns properties without any entry.
	 * @return no properties
	 */
	public static UserProperties empty() {
		return EMPTY;
	}

	/**
	 * Returns properties with the given entries.
	 * @param entries the entries, in order
	 * @return the properties
	 */
	public static UserProperties of(List<Entry> entries) {
		return entries.isEmpty() ? EMPTY : new UserProperties(List.copyOf(entries));
	}

	/**
	 * Returns these properties followed by one more.
	 * @param name the name of the property to append
	 * @param value the value of the property to append
	 * @return new properties
	 */
	public UserProperties and(String name, String value) {
		List<Entry> more = new ArrayList<>(this.entries.size() + 1);
		more.addAll(this.entries);
		more.add(new Entry(name, value));
		return new UserProperties(Collections.unmodifiableList(more));
	}

	/**
	 * Returns the first value of a name.
	 * @param name the name of the property
	 * @return the first value, or {@code null} where there is none
	 */
	public @Nullable String first(String name) {
		for (Entry entry : this.entries) {
			if (entry.name().equals(name)) {
				return entry.value();
			}
		}
		return null;
	}

	/**
	 * Returns all values of a name.
	 * @param name the name of the property
	 * @return the values in order, empty where there are none
	 */
	public List<String> all(String name) {
		List<String> values = new ArrayList<>(1);
		for (Entry entry : this.entries) {
			if (entry.name().equals(name)) {
				values.add(entry.value());
			}
		}
		return Collections.unmodifiableList(values);
	}

	/**
	 * Returns the values by name. The order between different names is lost.
	 * @return a new map of all values
	 */
	public Map<String, List<String>> asMap() {
		Map<String, List<String>> map = new LinkedHashMap<>();
		for (Entry entry : this.entries) {
			map.computeIfAbsent(entry.name(), (name) -> new ArrayList<>(1)).add(entry.value());
		}
		return map;
	}

	public boolean isEmpty() {
		return this.entries.isEmpty();
	}

	public int size() {
		return this.entries.size();
	}

	@Override
	public Iterator<Entry> iterator() {
		return this.entries.iterator();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof UserProperties that && this.entries.equals(that.entries);
	}

	@Override
	public int hashCode() {
		return this.entries.hashCode();
	}

	@Override
	public String toString() {
		return this.entries.size() + " user properties";
	}

	/**
	 * One user property.
	 *
	 * @param name the name
	 * @param value the value
	 */
	public record Entry(String name, String value) {
	}

}
