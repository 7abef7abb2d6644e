package io.gobridge.mqtt.deadletter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.gobridge.mqtt.store.ChildProcess;
import io.gobridge.mqtt.store.EmbeddedStore;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.StoreException.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EmbeddedDeadLetterStoreTests extends DeadLetterStoreContractTests {

	private static final int ROOM = 100;

	private final List<EmbeddedStore> stores = new ArrayList<>();

	@Override
	DeadLetterStore open() {
		try {
			return open(Files.createTempDirectory("gobridge-dead-letters"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private DeadLetterStore open(Path directory) {
		this.stores.add(new EmbeddedStore(directory));
		return new EmbeddedDeadLetterStore(embedded(), ROOM);
	}

	@Override
	DeadLetterStore reopen() {
		embedded().close();
		return open(embedded().directory());
	}

	private EmbeddedStore embedded() {
		return this.stores.get(this.stores.size() - 1);
	}

	@AfterEach
	void close() throws IOException {
		this.stores.forEach(EmbeddedStore::close);
		FileSystemUtils.deleteRecursively(embedded().directory());
	}

	@Test
	void aFullStoreFailsWritesAndKeepsWhatItHas() {
		List<DeadLetter> letters = IntStream.range(0, ROOM + 20).mapToObj(DeadLetterFixture::letter).toList();
		List<CompletableFuture<Void>> writes = letters.stream().map(store()::write).toList();
		List<DeadLetter> written = new ArrayList<>();
		List<DeadLetter> refused = new ArrayList<>();
		for (int i = 0; i < writes.size(); i++) {
			CompletableFuture<Void> write = writes.get(i);
			write.exceptionally((ex) -> null).join();
			(write.isCompletedExceptionally() ? refused : written).add(letters.get(i));
		}
		assertThat(refused).hasSize(20);
		assertThat(store().list(null, 1000))
			.containsExactlyElementsOf(written.stream().map(DeadLetter::metadata).toList());
		assertThat(store().write(refused.get(0))).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (ex) -> assertThat(ex.getKind()).isEqualTo(Kind.FULL))
			.withMessageContaining("holds 100 dead letters")
			.withMessageContaining("gobridge.mqtt.dead-letter.max-records")
			.withMessageContaining(embedded().directory().toString());
		// What is there may be written again, and there is room for one more for each
		// deleted.
		store().write(written.get(0)).join();
		store().delete(written.get(1).id());
		store().write(refused.get(0)).join();
		assertThat(store().count()).isEqualTo(ROOM);
	}

	@Test
	void thereIsRoomForOneAtLeast() {
		assertThatIllegalArgumentException().isThrownBy(() -> new EmbeddedDeadLetterStore(embedded(), 0));
	}

	@Test
	void whatWasWrittenSurvivesAKill() {
		embedded().close();
		Path directory = embedded().directory();
		try (ChildProcess writer = ChildProcess.start(Writer.class, directory.toString())) {
			int acknowledged = 0;
			while (acknowledged < 200) {
				acknowledged = Integer.parseInt(String.valueOf(writer.line()));
			}
			writer.kill();
			String last = writer.lastLine();
			acknowledged = (last != null) ? Integer.parseInt(last) : acknowledged;
			DeadLetterStore left = reopen();
			assertThat(left.count()).isGreaterThanOrEqualTo(acknowledged);
			for (DeadLetterMetadata metadata : left.list(null, Integer.MAX_VALUE)) {
				byte[] payload = left.find(metadata.id()).orElseThrow().delivery().payload();
				assertThat(payload).hasSize(metadata.payloadSize()).containsOnly(Writer.CONTENT);
			}
		}
	}

	/**
	 * Writes records by several at a time and says how many were written.
	 */
	static final class Writer {

		static final byte CONTENT = 7;

		private Writer() {
		}

		/**
		 * Runs until it is killed.
		 * @param args the directory
		 */
		public static void main(String... args) {
			byte[] payload = new byte[2000];
			Arrays.fill(payload, CONTENT);
			try (EmbeddedStore store = new EmbeddedStore(Path.of(args[0]))) {
				DeadLetterStore letters = new EmbeddedDeadLetterStore(store, 1_000_000);
				for (int written = 0;;) {
					List<CompletableFuture<Void>> group = new ArrayList<>();
					for (int i = 0; i < 10; i++) {
						group.add(letters.write(
								DeadLetter
									.of(DeadLetterFixture.plain("t", payload), DeadLetterCode.REJECTED,
											DeadLetterFixture.RECEIVED)
									.build()));
					}
					group.forEach(CompletableFuture::join);
					written += group.size();
					System.out.println(written);
				}
			}
		}

	}

}
