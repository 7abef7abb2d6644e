package io.gobridge.mqtt.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

import io.gobridge.mqtt.store.ChildProcess;
import io.gobridge.mqtt.store.EmbeddedStore;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EmbeddedSubscriptionLedgerTests extends SubscriptionLedgerContractTests {

	private final List<EmbeddedStore> stores = new ArrayList<>();

	@Override
	SubscriptionLedger open() {
		try {
			return open(new EmbeddedStore(Files.createTempDirectory("gobridge-ledger")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private SubscriptionLedger open(EmbeddedStore store) {
		this.stores.add(store);
		return new EmbeddedSubscriptionLedger(store);
	}

	@Override
	SubscriptionLedger reopen() {
		store().close();
		return open(new EmbeddedStore(store().directory()));
	}

	private EmbeddedStore store() {
		return this.stores.get(this.stores.size() - 1);
	}

	@AfterEach
	void close() throws IOException {
		this.stores.forEach(EmbeddedStore::close);
		FileSystemUtils.deleteRecursively(store().directory());
	}

	@Test
	void aProcessThatIsKilledLeavesWhatWasRememberedAndForgottenAsAWhole() {
		store().close();
		Path directory = store().directory();
		try (ChildProcess writer = ChildProcess.start(Writer.class, directory.toString())) {
			int acknowledged = 0;
			for (int i = 0; i < 30; i++) {
				acknowledged = Integer.parseInt(String.valueOf(writer.line()));
			}
			writer.kill();
			String last = writer.lastLine();
			acknowledged = (last != null) ? Integer.parseInt(last) : acknowledged;
			List<Integer> left = reopen().read(SESSION)
				.join()
				.orElseThrow()
				.entries()
				.stream()
				.map(LedgerEntry::identifier)
				.distinct()
				.sorted()
				.toList();
			// Remembered before the one before was forgotten: one generation, or two.
			assertThat(left).hasSizeBetween(1, 2);
			int newest = left.get(left.size() - 1);
			assertThat(newest).isBetween(acknowledged, acknowledged + 1);
			assertThat(reopen().read(SESSION).join().orElseThrow().entries()).hasSize(left.size() * Writer.FILTERS);
		}
	}

	@Test
	void anEntryThatIsNoFilterIsRefusedWithoutBeingShown() {
		remember(SESSION, entry("a", 1));
		store().call((transaction) -> {
			transaction.put("ledger", SESSION.key() + "/secret/#/x", new byte[4]);
			return null;
		});
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> entries(SESSION))
			.withCauseInstanceOf(StoreException.class)
			.satisfies((ex) -> assertThat(ex.getCause()).hasMessageNotContaining("secret")
				.hasMessageNotContaining(SESSION.key())
				.hasNoCause());
	}

	/**
	 * Remembers generations of filters and forgets each when the next one is there.
	 */
	static final class Writer {

		static final int FILTERS = 25;

		private Writer() {
		}

		/**
		 * Runs until it is killed.
		 * @param args the directory
		 */
		public static void main(String... args) {
			try (EmbeddedStore store = new EmbeddedStore(Path.of(args[0]))) {
				SubscriptionLedger ledger = new EmbeddedSubscriptionLedger(store);
				for (int i = 1;; i++) {
					ledger.remember(SESSION, generation(i)).join();
					System.out.println(i);
					ledger.forget(SESSION, generation(i - 1).stream().map(LedgerEntry::filter).toList()).join();
				}
			}
		}

		private static List<LedgerEntry> generation(int number) {
			List<LedgerEntry> entries = new ArrayList<>();
			for (int i = 0; i < FILTERS; i++) {
				entries.add(new LedgerEntry(TopicFilter.of("g/" + number + "/" + i), number));
			}
			return entries;
		}

	}

}
