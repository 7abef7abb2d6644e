package io.gobridge.mqtt.topic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link TopicTrie}: the filters that share their levels down to here.
 * Changed by the builder only, and never after {@link #freeze(TrieNode)}.
 * <p>
 * The literal children are in an open-addressing table of their own, keyed by the text of
 * their level, so that a lookup compares ranges of the topic in place and needs neither a
 * substring nor a boxed key.
 *
 * @param <V> the type of the values
 */
final class TrieNode<V> {

	private static final int SMALLEST_TABLE = 4;

	// Most nodes of a trie are leaves, they share these.
	private static final int[] NO_HASHES = {};

	private static final @Nullable TrieNode<?>[] NO_CHILDREN = new TrieNode<?>[0];

	/** How many levels lead here; 0 for the root. */
	final int depth;

	private final @Nullable TrieNode<V> parent;

	/** The literal level that leads here; not used for the root and '+' nodes. */
	private final String level;

	private final boolean literal;

	/** The child of the '+' level. */
	@Nullable TrieNode<V> single;

	/** The values of the filters that end here. */
	List<V> values = List.of();

	/** The values of the filters that go on with '#' and end with it. */
	List<V> rest = List.of();

	/**
	 * Where a search goes on when everything below this node has been seen: the '+'
	 * sibling of this node or of its nearest ancestor that has one and is not it. The
	 * link takes the place of a stack.
	 */
	@Nullable TrieNode<V> next;

	/** The length of the longest literal child level, -1 where there is none. */
	private int longest = -1;

	private int size;

	private int[] hashes = NO_HASHES;

	private @Nullable TrieNode<V>[] children = noChildren();

	private TrieNode(@Nullable TrieNode<V> parent, String level, boolean literal) {
		this.parent = parent;
		this.depth = (parent != null) ? parent.depth + 1 : 0;
		this.level = level;
		this.literal = literal;
	}

	static <V> TrieNode<V> root() {
		return new TrieNode<>(null, "", false);
	}

	/**
	 * Continues the hash of a level by one character.
	 * @param hash the hash so far, 0 before the first character
	 * @param c the character
	 * @return the hash
	 */
	static int hash(int hash, char c) {
		return 31 * hash + c;
	}

	boolean hasLiterals() {
		return this.longest >= 0;
	}

	int longestLiteral() {
		return this.longest;
	}

	/**
	 * Returns the child of a literal level.
	 * @param topic the topic that contains the level
	 * @param start where the level starts in the topic
	 * @param length the length of the level
	 * @param hash the hash of the level
	 * @return the child, or {@code null} where there is none
	 */
	@Nullable TrieNode<V> literal(String topic, int start, int length, int hash) {
		int mask = this.hashes.length - 1;
		int slot = spread(hash) & mask;
		while (true) {
			TrieNode<V> child = this.children[slot];
			if (child == null) {
				return null;
			}
			if (this.hashes[slot] == hash && child.level.length() == length
					&& topic.regionMatches(start, child.level, 0, length)) {
				return child;
			}
			slot = (slot + 1) & mask;
		}
	}

	/**
	 * Returns the node that a bare filter ends at, without its '#'. Creates what is
	 * missing on the way.
	 * @param filter a valid bare filter
	 * @return the node
	 */
	TrieNode<V> grow(String filter) {
		TrieNode<V> node = this;
		for (int start = 0; start <= filter.length();) {
			int end = TopicSyntax.levelEnd(filter, start);
			char c = (end - start == 1) ? filter.charAt(start) : 0;
			if (c == TopicSyntax.MULTI_LEVEL) {
				return node;
			}
			node = (c == TopicSyntax.SINGLE_LEVEL) ? node.growSingle() : node.growLiteral(filter, start, end);
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
			node.values = List.copyOf(node.values);
			node.rest = List.copyOf(node.rest);
			TrieNode<V> parent = node.parent;
			if (parent != null) {
				node.next = (node.literal && parent.single != null) ? parent.single : parent.next;
			}
			if (node.single != null) {
				open.push(node.single);
			}
			for (TrieNode<V> child : node.children) {
				if (child != null) {
					open.push(child);
				}
			}
		}
	}

	private TrieNode<V> growSingle() {
		TrieNode<V> child = this.single;
		if (child == null) {
			child = new TrieNode<>(this, "", false);
			this.single = child;
		}
		return child;
	}

	private TrieNode<V> growLiteral(String filter, int start, int end) {
		int hash = 0;
		for (int i = start; i < end; i++) {
			hash = hash(hash, filter.charAt(i));
		}
		TrieNode<V> child = hasLiterals() ? literal(filter, start, end - start, hash) : null;
		if (child == null) {
			child = new TrieNode<>(this, filter.substring(start, end), true);
			this.longest = Math.max(this.longest, end - start);
			// At most half full, so that a search for an absent level ends soon.
			if (++this.size * 2 > this.hashes.length) {
				enlarge();
			}
			insert(child, hash);
		}
		return child;
	}

	private void enlarge() {
		int[] oldHashes = this.hashes;
		@Nullable TrieNode<V>[] oldChildren = this.children;
		int capacity = Math.max(SMALLEST_TABLE, oldHashes.length * 2);
		this.hashes = new int[capacity];
		this.children = newTable(capacity);
		for (int i = 0; i < oldChildren.length; i++) {
			TrieNode<V> child = oldChildren[i];
			if (child != null) {
				insert(child, oldHashes[i]);
			}
		}
	}

	private void insert(TrieNode<V> child, int hash) {
		int mask = this.hashes.length - 1;
		int slot = spread(hash) & mask;
		while (this.children[slot] != null) {
			slot = (slot + 1) & mask;
		}
		this.hashes[slot] = hash;
		this.children[slot] = child;
	}

	// Numbered levels have nearly equal hashes; without this they would sit side by side
	// in the table and make long searches of absent levels.
	private static int spread(int hash) {
		int mixed = hash * 0x9E3779B9;
		return mixed ^ (mixed >>> 16);
	}

	private static <V> List<V> appended(List<V> values, V value) {
		List<V> appended = values.isEmpty() ? new ArrayList<>() : values;
		appended.add(value);
		return appended;
	}

	@SuppressWarnings("unchecked")
	private static <V> @Nullable TrieNode<V>[] noChildren() {
		return (@Nullable TrieNode<V>[]) NO_CHILDREN;
	}

	@SuppressWarnings("unchecked")
	private static <V> @Nullable TrieNode<V>[] newTable(int capacity) {
		return (@Nullable TrieNode<V>[]) new TrieNode<?>[capacity];
	}

}
