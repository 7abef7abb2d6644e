package io.gobridge.mqtt.topic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link TopicTrie}: the filters that share their levels down to here.
 * Changed by the builder only, and never after {@link #freeze(TrieNode)}.
 * <p>
 * A lookup compares ranges of the topic in place and needs neither a substring nor a
 * boxed key. In a large trie its time is that of the memory it touches, so little is
 * touched: a single literal child is held directly; several are in an open-addressing
 * table of their own; and equal texts of levels are one array in the whole trie.
 *
 * @param <V> the type of the values
 */
final class TrieNode<V> {

	private static final int SMALLEST_TABLE = 4;

	private static final char[] NO_TEXT = {};

	/** How many levels lead here; 0 for the root. */
	final int depth;

	/** The hash of the text, to pass over most others in a table without reading it. */
	private final int hash;

	/** The literal level that leads here; empty for the root and '+' nodes. */
	private final char[] text;

	/** The only literal child, where there is exactly one. */
	private @Nullable TrieNode<V> only;

	/** The literal children, where there are several. */
	private @Nullable TrieNode<V> @Nullable [] table;

	/** The child of the '+' level. */
	@Nullable TrieNode<V> single;

	/** The values of the filters that end here, or {@code null}. */
	@Nullable List<V> values;

	/** The values of the filters that go on with '#' and end with it, or {@code null}. */
	@Nullable List<V> rest;

	/**
	 * Where a search goes on when everything below this node has been seen: the '+'
	 * sibling of this node or of its nearest ancestor that has one and is not it. The
	 * link takes the place of a stack.
	 */
	@Nullable TrieNode<V> next;

	private final @Nullable TrieNode<V> parent;

	/** The length of the longest literal child level. */
	private int longest;

	/** How many literal children there are. */
	private int size;

	private TrieNode(@Nullable TrieNode<V> parent, char[] text, int hash) {
		this.parent = parent;
		this.depth = (parent != null) ? parent.depth + 1 : 0;
		this.text = text;
		this.hash = hash;
	}

	static <V> TrieNode<V> root() {
		return new TrieNode<>(null, NO_TEXT, 0);
	}

	/**
	 * Returns the length of the literal level that leads here.
	 * @return the number of characters
	 */
	int length() {
		return this.text.length;
	}

	/**
	 * Returns the child of a literal level.
	 * @param topic the topic that contains the level
	 * @param start where the level starts in the topic
	 * @return the child, or {@code null} where there is none
	 */
	@Nullable TrieNode<V> literal(String topic, int start) {
		TrieNode<V> child = this.only;
		if (child != null) {
			return child.isAt(topic, start) ? child : null;
		}
		return (this.table != null) ? find(this.table, topic, start) : null;
	}

	private @Nullable TrieNode<V> find(@Nullable TrieNode<V>[] table, String topic, int start) {
		// A level longer than all of the table is not worth hashing: an attacker's may be
		// very long.
		int end = (int) Math.min(topic.length(), (long) start + this.longest + 1);
		int hash = 0;
		for (int i = start; i < end; i++) {
			char c = topic.charAt(i);
			if (c == TopicSyntax.SEPARATOR) {
				break;
			}
			hash = hash(hash, c);
		}
		int mask = table.length - 1;
		for (int slot = spread(hash) & mask;; slot = (slot + 1) & mask) {
			TrieNode<V> child = table[slot];
			if (child == null || child.hash == hash && child.isAt(topic, start)) {
				return child;
			}
		}
	}

	private boolean isAt(String topic, int start) {
		char[] text = this.text;
		int length = topic.length();
		int end = start + text.length;
		if (end > length || end < length && topic.charAt(end) != TopicSyntax.SEPARATOR) {
			return false;
		}
		for (int i = 0; i < text.length; i++) {
			if (topic.charAt(start + i) != text[i]) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns the node that a bare filter ends at, without its '#'. Creates what is
	 * missing on the way.
	 * @param filter a valid bare filter
	 * @param texts the texts of levels that the trie has so far
	 * @return the node
	 */
	TrieNode<V> grow(String filter, Map<String, char[]> texts) {
		TrieNode<V> node = this;
		for (int start = 0; start <= filter.length();) {
			int end = TopicSyntax.levelEnd(filter, start);
			char c = (end - start == 1) ? filter.charAt(start) : 0;
			if (c == TopicSyntax.MULTI_LEVEL) {
				return node;
			}
			if (c == TopicSyntax.SINGLE_LEVEL) {
				node = node.growSingle();
			}
			else {
				TrieNode<V> child = node.literal(filter, start);
				node = (child != null) ? child : node.growLiteral(filter.substring(start, end), texts);
			}
			start = end + 1;
		}
		return node;
	}

	void addValue(V value) {
		this.values = appended(this.values, value);
	}

	void addRest(V value) {
		this.rest = appended(this.rest, value);
	}

	/**
	 * Completes a trie: makes the values immutable and links the nodes. Works with a
	 * queue, because a filter may be 65536 levels deep.
	 * @param root the root of the trie
	 * @param <V> the type of the values
	 */
	static <V> void freeze(TrieNode<V> root) {
		Deque<TrieNode<V>> open = new ArrayDeque<>();
		open.push(root);
		while (!open.isEmpty()) {
			TrieNode<V> node = open.pop();
			node.values = (node.values != null) ? List.copyOf(node.values) : null;
			node.rest = (node.rest != null) ? List.copyOf(node.rest) : null;
			TrieNode<V> parent = node.parent;
			if (parent != null) {
				node.next = (parent.single != null && parent.single != node) ? parent.single : parent.next;
			}
			if (node.single != null) {
				open.push(node.single);
			}
			if (node.only != null) {
				open.push(node.only);
			}
			if (node.table != null) {
				for (TrieNode<V> child : node.table) {
					if (child != null) {
						open.push(child);
					}
				}
			}
		}
	}

	private TrieNode<V> growSingle() {
		TrieNode<V> child = this.single;
		if (child == null) {
			child = new TrieNode<>(this, NO_TEXT, 0);
			this.single = child;
		}
		return child;
	}

	private TrieNode<V> growLiteral(String level, Map<String, char[]> texts) {
		char[] text = texts.computeIfAbsent(level, String::toCharArray);
		int hash = 0;
		for (char c : text) {
			hash = hash(hash, c);
		}
		TrieNode<V> child = new TrieNode<>(this, text, hash);
		this.longest = Math.max(this.longest, text.length);
		this.size++;
		if (this.size == 1) {
			this.only = child;
			return child;
		}
		@Nullable TrieNode<V>[] table = roomyTable();
		if (this.only != null) {
			insert(table, this.only);
			this.only = null;
		}
		insert(table, child);
		this.table = table;
		return child;
	}

	// At most half full, so that a search for an absent level ends soon.
	private @Nullable TrieNode<V>[] roomyTable() {
		@Nullable TrieNode<V>[] table = this.table;
		if (table != null && this.size * 2 <= table.length) {
			return table;
		}
		@Nullable TrieNode<V>[] larger = newTable((table != null) ? table.length * 2 : SMALLEST_TABLE);
		if (table != null) {
			for (TrieNode<V> child : table) {
				if (child != null) {
					insert(larger, child);
				}
			}
		}
		return larger;
	}

	private static <V> void insert(@Nullable TrieNode<V>[] table, TrieNode<V> child) {
		int mask = table.length - 1;
		int slot = spread(child.hash) & mask;
		while (table[slot] != null) {
			slot = (slot + 1) & mask;
		}
		table[slot] = child;
	}

	private static int hash(int hash, char c) {
		return 31 * hash + c;
	}

	// Numbered levels have nearly equal hashes; without this they would sit side by side
	// in the table and make long searches of absent levels.
	private static int spread(int hash) {
		int mixed = hash * 0x9E3779B9;
		return mixed ^ (mixed >>> 16);
	}

	private static <V> List<V> appended(@Nullable List<V> values, V value) {
		List<V> appended = (values != null) ? values : new ArrayList<>();
		appended.add(value);
		return appended;
	}

	@SuppressWarnings("unchecked")
	private static <V> @Nullable TrieNode<V>[] newTable(int capacity) {
		return (@Nullable TrieNode<V>[]) new TrieNode<?>[capacity];
	}

}
