package io.gobridge.mqtt.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.store.StoreException.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Kills processes with SIGKILL in the middle of writing and looks at what they leave.
 */
class StoreCrashTests {

	@TempDir
	Path directory;

	@Test
	void whatWasCommittedSurvivesAKillAndTheRestIsWhole() {
		SplittableRandom random = new SplittableRandom();
		int expected = 0;
		for (int round = 0; round < 4; round++) {
			int acknowledged = expected;
			try (ChildProcess writer = ChildProcess.start(Writer.class, this.directory.toString())) {
				int lines = random.nextInt(1, 30);
				for (int i = 0; i < lines; i++) {
					acknowledged = number(writer.line());
				}
				writer.kill();
				String last = writer.lastLine();
				acknowledged = (last != null) ? number(last) : acknowledged;
			}
			try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
				int counted = store.call(Writer::count);
				assertThat(counted).isGreaterThanOrEqualTo(acknowledged);
				// All keys of one operation were written with the number, or none.
				store.call((transaction) -> {
					for (int i = 0; i < Writer.KEYS; i++) {
						byte[] value = transaction.get("table", "key" + i);
						assertThat(value).isEqualTo(Writer.value(counted, i));
					}
					return null;
				});
				expected = counted;
			}
		}
		assertThat(expected).isPositive();
	}

	@Test
	void aSecondProcessIsToldWhichOneHasTheStoreAndGetsItWhenThatIsDead() {
		try (ChildProcess writer = ChildProcess.start(Writer.class, this.directory.toString());
				EmbeddedStore store = new EmbeddedStore(this.directory)) {
			assertThat(writer.line()).isNotNull();
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.call(Writer::count))
				.satisfies((ex) -> assertThat(ex.getKind()).isEqualTo(Kind.IN_USE))
				.withMessageContaining("process " + writer.pid())
				.withMessageContaining(this.directory.toString());
			writer.kill();
			assertThat(store.<Integer>call(Writer::count)).isPositive();
		}
	}

	private static int number(@Nullable String line) {
		assertThat(line).isNotNull();
		return Integer.parseInt(line);
	}

	/**
	 * Counts and writes large values that follow from the count, until it is killed.
	 */
	static final class Writer {

		static final int KEYS = 5;

		private Writer() {
		}

		/**
		 * Runs until it is killed.
		 * @param args the directory
		 */
		public static void main(String... args) {
			try (EmbeddedStore store = new EmbeddedStore(Path.of(args[0]))) {
				while (true) {
					CompletableFuture<Integer> first = store.submit(Writer::next);
					CompletableFuture<Integer> second = store.submit(Writer::next);
					first.join();
					System.out.println(second.join());
				}
			}
		}

		static int count(StoreTransaction transaction) {
			byte[] value = transaction.get("table", "count");
			return (value != null) ? Integer.parseInt(new String(value, StandardCharsets.UTF_8)) : 0;
		}

		private static int next(StoreTransaction transaction) {
			int next = count(transaction) + 1;
			for (int i = 0; i < KEYS; i++) {
				transaction.put("table", "key" + i, value(next, i));
			}
			transaction.put("table", "count", Integer.toString(next).getBytes(StandardCharsets.UTF_8));
			return next;
		}

		static byte[] value(int number, int key) {
			byte[] value = new byte[30_000];
			new Random(31L * number + key).nextBytes(value);
			return value;
		}

	}

}
