package io.gobridge.mqtt.topic;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * The values of several nodes that matched one topic. Grows while the search runs and is
 * unmodifiable for who receives it.
 *
 * @param <V> the type of the values
 */
final class TrieMatch<V> extends AbstractList<V> implements RandomAccess {

	private static final int SMALLEST = 4;

	private Object[] values;

	private int size;

	TrieMatch(List<V> first, List<V> second) {
		this.values = new Object[Math.max(SMALLEST, first.size() + second.size())];
		and(first);
		and(second);
	}

	TrieMatch<V> and(List<V> more) {
		int added = more.size();
		if (this.size + added > this.values.length) {
			this.values = Arrays.copyOf(this.values, Math.max(this.size + added, 2 * this.values.length));
		}
		for (int i = 0; i < added; i++) {
			this.values[this.size++] = more.get(i);
		}
		return this;
	}

	@Override
	@SuppressWarnings("unchecked")
	public V get(int index) {
		if (index >= this.size) {
			throw new IndexOutOfBoundsException(index);
		}
		return (V) this.values[index];
	}

	@Override
	public int size() {
		return this.size;
	}

}
