package io.gobridge.mqtt.benchmarks;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTrie;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One lookup of a topic in a {@link TopicTrie}, by the number of filters. The topics are
 * other strings than the filters and come in random order, so that a large trie is read
 * from memory as a broker's traffic would read it, not from a warm cache line.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TopicTrieBenchmark {

	private static final int TOPICS = 1 << 16;

	/** How many filters the trie has. */
	@Param({ "10", "1000", "100000" })
	private int filters;

	private TopicTrie<Integer> exactTrie = TopicTrie.empty();

	private TopicTrie<Integer> wildcardTrie = TopicTrie.empty();

	private final String[] exact = new String[TOPICS];

	private final String[] wildcard = new String[TOPICS];

	private final String[] overlapping = new String[TOPICS];

	private final String[] missing = new String[TOPICS];

	private int next;

	/**
	 * Builds the tries and the topics.
	 */
	@Setup
	public void prepare() {
		TopicTrie.Builder<Integer> exactFilters = TopicTrie.builder();
		TopicTrie.Builder<Integer> wildcardFilters = TopicTrie.builder();
		for (int i = 0; i < this.filters; i++) {
			exactFilters.add(TopicFilter.of(topic(i, "temperature")), i);
			// One half names the device and leaves the sensor open, one half is exact.
			wildcardFilters.add(TopicFilter.of((i % 2 == 0) ? topic(i, "+") : topic(i, "temperature")), i);
		}
		wildcardFilters.add(TopicFilter.of("plant/+/device/+/alarm"), -1);
		this.exactTrie = exactFilters.build();
		this.wildcardTrie = wildcardFilters.build();
		Random random = new Random(42);
		for (int i = 0; i < TOPICS; i++) {
			int filter = random.nextInt(this.filters);
			int even = filter & ~1;
			this.exact[i] = topic(filter, "temperature");
			this.wildcard[i] = topic(even, "humidity");
			this.overlapping[i] = topic(even, "alarm");
			this.missing[i] = topic(filter, "pressure");
		}
	}

	/**
	 * A topic that one filter names exactly, among exact filters only.
	 * @return the values found
	 */
	@Benchmark
	public List<Integer> exactHit() {
		return this.exactTrie.match(this.exact[next()]);
	}

	/**
	 * A topic that one filter with a wildcard matches.
	 * @return the values found
	 */
	@Benchmark
	public List<Integer> wildcardHit() {
		return this.wildcardTrie.match(this.wildcard[next()]);
	}

	/**
	 * A topic that two filters match, one of them with two wildcards.
	 * @return the values found
	 */
	@Benchmark
	public List<Integer> overlappingHit() {
		return this.wildcardTrie.match(this.overlapping[next()]);
	}

	/**
	 * A topic that shares all levels but its last with a filter and matches none.
	 * @return nothing
	 */
	@Benchmark
	public List<Integer> miss() {
		return this.exactTrie.match(this.missing[next()]);
	}

	private int next() {
		this.next = (this.next + 1) & (TOPICS - 1);
		return this.next;
	}

	private static String topic(int number, String sensor) {
		return "plant/" + (number % 97) + "/device/" + number + "/" + sensor;
	}

}
