package io.gobridge.mqtt.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * What every ledger has to do.
 */
abstract class SubscriptionLedgerContractTests {

	static final LedgerIdentity SESSION = LedgerIdentity.of("mqtt://broker:1883", "client");

	static final LedgerIdentity OTHER = LedgerIdentity.of("mqtt://broker:1883", "other");

	private SubscriptionLedger ledger;

	/**
	 * Opens an empty ledger.
	 */
	abstract SubscriptionLedger open();

	/**
	 * Opens the same ledger again, as a new process would.
	 */
	abstract SubscriptionLedger reopen();

	@BeforeEach
	void begin() {
		this.ledger = open();
		assertThat(this.ledger.read(SESSION).join()).isEmpty();
	}

	@Test
	void noHistoryIsNotAnEmptyHistory() {
		assertThat(this.ledger.read(SESSION).join()).isEmpty();
		remember(SESSION);
		assertThat(this.ledger.read(SESSION).join())
			.hasValueSatisfying((history) -> assertThat(history.entries()).isEmpty());
		remember(SESSION);
		assertThat(entries(SESSION)).isEmpty();
	}

	@Test
	void filtersAreSortedAndThereOnce() {
		remember(SESSION, entry("b/#", 2), entry("$share/g/c/#", 3));
		remember(SESSION, entry("a/+", 1), entry("b/#", 2), entry("a/+", 1));
		assertThat(entries(SESSION)).containsExactly(entry("$share/g/c/#", 3), entry("a/+", 1), entry("b/#", 2));
	}

	@Test
	void filtersAreExact() {
		List<String> filters = List.of("A/b", "a/b", "a/b ", "a/B", "ä/b", "a/b/", "/a/b", "$share/g/a/b",
				"$share/G/a/b", "'; DROP TABLE x; --", "a/%", "a/_", "\uD83D\uDE00/+");
		this.ledger.remember(SESSION, filters.stream().map((filter) -> LedgerEntry.of(TopicFilter.of(filter))).toList())
			.join();
		assertThat(entries(SESSION)).extracting((entry) -> entry.filter().value())
			.containsExactlyInAnyOrderElementsOf(filters);
		forget(SESSION, "a/b");
		assertThat(entries(SESSION)).hasSize(filters.size() - 1).doesNotContain(entry("a/b", 0));
	}

	@Test
	void theLongestFilterFits() {
		String filter = "x".repeat(65_535);
		remember(SESSION, entry(filter, 7), entry(filter.substring(1), 8));
		assertThat(entries(SESSION)).containsExactlyInAnyOrder(entry(filter, 7), entry(filter.substring(1), 8));
		forget(SESSION, filter);
		assertThat(entries(SESSION)).containsExactly(entry(filter.substring(1), 8));
	}

	@Test
	void aNewIdentifierReplacesTheOldOneAndNoneDoesNot() {
		remember(SESSION, entry("a", 0), entry("b", 2));
		remember(SESSION, entry("a", 1), entry("b", 0));
		assertThat(entries(SESSION)).containsExactly(entry("a", 1), entry("b", 2));
		remember(SESSION, entry("a", 268_435_455));
		assertThat(entries(SESSION)).containsExactly(entry("a", 268_435_455), entry("b", 2));
	}

	@Test
	void anIdentifierNamesTheExactFilterOrNone() {
		remember(SESSION, entry("a/#", 1), entry("$share/g/a/#", 2), entry("b", 3), entry("c", 3), entry("d", 0));
		LedgerHistory history = this.ledger.read(SESSION).join().orElseThrow();
		assertThat(history.filter(1)).isEqualTo(TopicFilter.of("a/#"));
		assertThat(history.filter(2)).isEqualTo(TopicFilter.of("$share/g/a/#"));
		assertThat(history.filter(3)).isNull();
		assertThat(history.filter(0)).isNull();
		assertThat(history.filter(4)).isNull();
	}

	@Test
	void forgettingRemovesExactlyWhatIsNamed() {
		remember(SESSION, entry("a", 1), entry("a/#", 2), entry("$share/g/a", 3));
		forget(SESSION, "a", "never/there");
		assertThat(entries(SESSION)).containsExactly(entry("$share/g/a", 3), entry("a/#", 2));
		forget(SESSION);
		assertThat(entries(SESSION)).hasSize(2);
		forget(SESSION, "$share/g/a", "a/#");
		// The history itself stays.
		assertThat(entries(SESSION)).isEmpty();
	}

	@Test
	void nothingCanBeForgottenWithoutAHistory() {
		assertThat(this.ledger.forget(SESSION, List.of(TopicFilter.of("a")))).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(UnknownHistoryException.class);
		assertThat(this.ledger.read(SESSION).join()).isEmpty();
	}

	@Test
	void sessionsDoNotSeeEachOther() {
		remember(SESSION, entry("a", 1));
		assertThat(this.ledger.read(OTHER).join()).isEmpty();
		remember(OTHER, entry("b", 2));
		forget(OTHER, "a");
		assertThat(entries(SESSION)).containsExactly(entry("a", 1));
		assertThat(entries(OTHER)).containsExactly(entry("b", 2));
	}

	@Test
	void aRefusedListChangesNothing() {
		Collection<LedgerEntry> withNull = new ArrayList<>(List.of(entry("a", 1)));
		addNull(withNull);
		assertThatNullPointerException().isThrownBy(() -> this.ledger.remember(SESSION, withNull));
		assertThat(this.ledger.read(SESSION).join()).isEmpty();
	}

	@SuppressWarnings("NullAway")
	private static void addNull(Collection<LedgerEntry> entries) {
		entries.add(null);
	}

	@Test
	void everythingIsThereAfterReopening() {
		remember(SESSION, entry("a", 1), entry("b", 2));
		forget(SESSION, "b");
		remember(OTHER);
		this.ledger = reopen();
		assertThat(entries(SESSION)).containsExactly(entry("a", 1));
		assertThat(entries(OTHER)).isEmpty();
	}

	@Test
	void twoThatWriteTheSameAtOnceDoNoHarm() {
		SubscriptionLedger second = second();
		for (int round = 0; round < 10; round++) {
			LedgerIdentity identity = LedgerIdentity.of("mqtt://broker", "client" + round);
			List<LedgerEntry> entries = IntStream.range(0, 20).mapToObj((i) -> entry("f/" + i, i + 1)).toList();
			List<CompletableFuture<Void>> all = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				all.add(this.ledger.remember(identity, entries));
				all.add(second.remember(identity, entries.subList(5, 20)));
			}
			all.forEach(CompletableFuture::join);
			assertThat(entries(identity)).containsExactlyInAnyOrderElementsOf(entries);
		}
	}

	/**
	 * Opens the same ledger as another instance would, where that is allowed.
	 */
	SubscriptionLedger second() {
		return this.ledger;
	}

	@Test
	void tenThousandFiltersAreReadInSeconds() {
		List<LedgerEntry> entries = IntStream.range(10_000, 20_000)
			.mapToObj((i) -> entry("plant/machine" + i + "/+/value", i))
			.toList();
		this.ledger.remember(SESSION, entries).join();
		this.ledger = reopen();
		// A fraction of a second where nothing else runs; here anything may.
		assertThat(this.ledger.read(SESSION)).succeedsWithin(Duration.ofSeconds(5))
			.satisfies((history) -> assertThat(history.orElseThrow().entries()).isEqualTo(entries));
	}

	SubscriptionLedger ledger() {
		return this.ledger;
	}

	List<LedgerEntry> entries(LedgerIdentity identity) {
		return this.ledger.read(identity).join().orElseThrow().entries();
	}

	void remember(LedgerIdentity identity, LedgerEntry... entries) {
		this.ledger.remember(identity, List.of(entries)).join();
	}

	void forget(LedgerIdentity identity, String... filters) {
		this.ledger.forget(identity, Arrays.stream(filters).map(TopicFilter::of).toList()).join();
	}

	static LedgerEntry entry(String filter, int identifier) {
		return new LedgerEntry(TopicFilter.of(filter), identifier);
	}

}
