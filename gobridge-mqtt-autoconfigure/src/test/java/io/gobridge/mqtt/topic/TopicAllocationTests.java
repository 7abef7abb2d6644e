package io.gobridge.mqtt.topic;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Counts the bytes that lookups allocate.
 */
class TopicAllocationTests {

	private static final int ROUNDS = 20_000;

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	// Read after each lookup, so that no compiler may leave the lookup out.
	private static int sink;

	@BeforeAll
	static void allocationIsMeasured() {
		assumeThat(THREADS.isThreadAllocatedMemorySupported() && THREADS.isThreadAllocatedMemoryEnabled()).isTrue();
	}

	@Test
	void aSearchThatFindsOneNodeAllocatesNothing() {
		TopicTrie<String> trie = trie();
		assertThat(allocated(() -> sink += trie.match("site/7/device/7").size())).isZero();
		// By way of a '+', and after the dead end of a literal.
		assertThat(allocated(() -> sink += trie.match("room/7/light").size())).isZero();
		assertThat(allocated(() -> sink += trie.match("room/one/light").size())).isZero();
		assertThat(allocated(() -> sink += trie.match("rest/a/b/c").size())).isZero();
		assertThat(sink).isPositive();
	}

	@Test
	void aSearchThatFindsNothingAllocatesNothing() {
		TopicTrie<String> trie = trie();
		String deep = "/".repeat(500);
		assertThat(allocated(() -> sink += trie.match("site/7/device/8").size())).isZero();
		assertThat(allocated(() -> sink += trie.match("room/one/nothing").size())).isZero();
		assertThat(allocated(() -> sink += trie.match(deep).size())).isZero();
		assertThat(allocated(() -> sink += trie.match("$SYS/x").size())).isZero();
	}

	@Test
	void askingForAnyMatchAllocatesNothing() {
		TopicTrie<String> trie = trie();
		assertThat(allocated(() -> sink += trie.matchesAny("both/a") ? 1 : 0)).isZero();
		assertThat(allocated(() -> sink += trie.matchesAny("none/a") ? 1 : 0)).isZero();
	}

	@Test
	void aSearchThatFindsSeveralNodesAllocatesItsResult() {
		TopicTrie<String> trie = trie();
		// A list of 24 bytes and an array of four references, by the widest layout.
		assertThat(allocated(() -> sink += trie.match("both/a").size())).isPositive().isLessThanOrEqualTo(96);
	}

	@Test
	void filtersMatchWithoutAllocation() {
		List<TopicFilter> filters = List.of(TopicFilter.of("a/+/c/#"), TopicFilter.of("a/b/c"), TopicFilter.of("#"),
				TopicFilter.of("$share/g/+/b/c"));
		for (TopicFilter filter : filters) {
			assertThat(allocated(() -> sink += filter.matches("a/b/c") ? 1 : 0)).isZero();
			assertThat(allocated(() -> sink += filter.matches("$SYS/x") ? 1 : 0)).isZero();
			assertThat(allocated(() -> sink += filter.intersects(filters.get(0)) ? 1 : 0)).isZero();
			assertThat(allocated(() -> sink += filter.covers(filters.get(0)) ? 1 : 0)).isZero();
		}
	}

	/**
	 * Bytes per lookup. The virtual machine itself allocates a few hundred bytes once in
	 * a while, which is less than one byte per lookup; the smallest object is sixteen.
	 */
	private static long allocated(Runnable lookup) {
		run(lookup);
		long before = THREADS.getCurrentThreadAllocatedBytes();
		run(lookup);
		return (THREADS.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
	}

	private static void run(Runnable lookup) {
		for (int i = 0; i < ROUNDS; i++) {
			lookup.run();
		}
	}

	private static TopicTrie<String> trie() {
		TopicTrie.Builder<String> builder = TopicTrie.builder();
		for (int i = 0; i < 100; i++) {
			builder.add(TopicFilter.of("site/" + i + "/device/" + i), "device " + i);
		}
		return builder.add(TopicFilter.of("room/+/light"), "light")
			.add(TopicFilter.of("room/one/door"), "door")
			.add(TopicFilter.of("rest/#"), "rest")
			.add(TopicFilter.of("both/+"), "both by wildcard")
			.add(TopicFilter.of("both/a"), "both by name")
			.build();
	}

}
