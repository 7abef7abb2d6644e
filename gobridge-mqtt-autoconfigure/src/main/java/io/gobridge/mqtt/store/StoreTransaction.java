package io.gobridge.mqtt.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;

/**
 * What one operation sees of the embedded store and does to it. Tables are named maps
 * from text to bytes, sorted by key, and need not be created. Reads do not see what the
 * same operation has written: its changes take effect together when it returns, and not
 * at all when it throws.
 * <p>
 * Only for the thread and the duration of the operation. Arrays are not copied.
 */
public final class StoreTransaction {

	private final StoreIndex index;

	private final List<Change> changes = new ArrayList<>();

	StoreTransaction(StoreIndex index) {
		this.index = index;
	}

	/**
	 * Reads a value.
	 * @param table the table
	 * @param key the key
	 * @return the value, or {@code null} where there is none
	 */
	public byte @Nullable [] get(String table, String key) {
		StoreIndex.Slot slot = this.index.table(table).get(key);
		return (slot != null) ? this.index.read(slot) : null;
	}

	/**
	 * Whether there is a value. Reads nothing from the disk.
	 * @param table the table
	 * @param key the key
	 * @return whether there is one
	 */
	public boolean contains(String table, String key) {
		return this.index.table(table).containsKey(key);
	}

	/**
	 * Returns how many keys a table has. Reads nothing from the disk.
	 * @param table the table
	 * @return the number of keys
	 */
	public int size(String table) {
		return this.index.table(table).size();
	}

	/**
	 * Reads keys and values in the order of the keys.
	 * @param table the table
	 * @param after begins behind this key, which need not be there
	 * @param visitor gets each key with its value and says whether to go on
	 */
	public void forEachAfter(String table, String after, BiPredicate<String, byte[]> visitor) {
		NavigableMap<String, StoreIndex.Slot> rest = this.index.table(table).tailMap(after, false);
		for (var entry : rest.entrySet()) {
			if (!visitor.test(entry.getKey(), this.index.read(entry.getValue()))) {
				return;
			}
		}
	}

	/**
	 * Sets a value.
	 * @param table the table
	 * @param key the key
	 * @param value the value, which must not be changed afterwards
	 */
	public void put(String table, String key, byte[] value) {
		this.changes.add(new Change(table, key, value));
	}

	/**
	 * Removes a key. Does nothing where it is not there.
	 * @param table the table
	 * @param key the key
	 */
	public void remove(String table, String key) {
		if (contains(table, key)) {
			this.changes.add(new Change(table, key, null));
		}
	}

	List<Change> changes() {
		return this.changes;
	}

	/**
	 * One change.
	 *
	 * @param table the table
	 * @param key the key
	 * @param value the new value, {@code null} to remove the key
	 */
	record Change(String table, String key, byte @Nullable [] value) {
	}

}
