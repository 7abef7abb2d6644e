package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Stream;

import io.gobridge.mqtt.store.StoreException.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

class EmbeddedStoreTests {

	@TempDir
	Path directory;

	@Test
	void nothingIsTouchedBeforeTheFirstOperation() {
		Path missing = this.directory.resolve("a/b");
		try (EmbeddedStore store = new EmbeddedStore(missing)) {
			assertThat(missing).doesNotExist();
			put(store, "key", "value");
			assertThat(missing.resolve(StoreFile.NAME)).exists();
		}
	}

	@Test
	void aStoreThatWasNeverUsedClosesWithoutAFile() {
		Path missing = this.directory.resolve("never");
		new EmbeddedStore(missing).close();
		assertThat(missing).doesNotExist();
	}

	@Test
	void whatWasWrittenIsThereAfterReopening() {
		byte[] large = bytes(100_000);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			put(store, "small", "value");
			store.call((transaction) -> {
				transaction.put("table", "large", large);
				transaction.put("other", "small", text("of another table"));
				return null;
			});
			put(store, "gone", "soon");
			remove(store, "gone");
		}
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			assertThat(get(store, "small")).isEqualTo("value");
			assertThat(read(store, "table", "large")).isEqualTo(large);
			assertThat(read(store, "table", "gone")).isNull();
			int size = store.call((transaction) -> transaction.size("table"));
			assertThat(size).isEqualTo(2);
			assertThat(read(store, "other", "small")).isEqualTo(text("of another table"));
		}
	}

	@Test
	void anOperationThatThrowsChangesNothingAndDisturbsNobody() {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			CompletableFuture<Void> before = store.submit(putting("before", "1"));
			CompletableFuture<Void> failing = store.submit((transaction) -> {
				transaction.put("table", "half", text("x"));
				throw new IllegalStateException("mine");
			});
			CompletableFuture<Void> after = store.submit(putting("after", "2"));
			before.join();
			after.join();
			assertThat(failing).isCompletedExceptionally();
			assertThatIllegalStateException().isThrownBy(() -> store.call((transaction) -> {
				throw new IllegalStateException("mine");
			})).withMessage("mine");
			assertThat(keys(store)).containsExactly("after", "before");
		}
	}

	@Test
	void operationsSeeWhatEarlierOnesHaveWritten() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			List<CompletableFuture<Integer>> counts = new ArrayList<>();
			for (int i = 0; i < 3000; i++) {
				counts.add(store.submit((transaction) -> {
					byte[] old = transaction.get("table", "count");
					int count = (old != null) ? Integer.parseInt(new String(old, StandardCharsets.UTF_8)) + 1 : 1;
					transaction.put("table", "count", text(Integer.toString(count)));
					return count;
				}));
			}
			assertThat(counts.get(2999).join()).isEqualTo(3000);
			// Far fewer commits than operations, or this would be many times as long.
			assertThat(Files.size(this.directory.resolve(StoreFile.NAME))).isLessThan(3000 * 65);
		}
	}

	@Test
	void keysComeInOrderAndFromAnyPoint() {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			for (String key : List.of("d", "b", "a", "c")) {
				put(store, key, key);
			}
			List<String> seen = store.call((transaction) -> {
				List<String> keys = new ArrayList<>();
				transaction.forEachAfter("table", "a", (key, value) -> {
					keys.add(key);
					return keys.size() < 2;
				});
				return keys;
			});
			assertThat(seen).containsExactly("b", "c");
		}
	}

	@Test
	void aSecondContextOfTheSameProcessIsRefusedAndHarmsNothing() {
		try (EmbeddedStore second = new EmbeddedStore(this.directory)) {
			refuseWhileOpen(second);
			// The cause is gone: no restart is needed.
			assertThat(get(second, "key")).isEqualTo("3");
		}
	}

	private void refuseWhileOpen(EmbeddedStore second) {
		try (EmbeddedStore first = new EmbeddedStore(this.directory)) {
			put(first, "key", "1");
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> put(second, "key", "2"))
				.satisfies((ex) -> assertThat(ex.getKind()).isEqualTo(Kind.IN_USE))
				.satisfies((ex) -> assertThat(ex.getLocation()).isEqualTo(this.directory.toString()))
				.withMessageContaining(this.directory.toString())
				.withMessageContaining("another context of this process")
				.withMessageContaining("gobridge.mqtt.store.path");
			put(first, "key", "3");
		}
	}

	@Test
	void aFileOfALaterFormatIsRefusedAndNotChanged() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			put(store, "key", "value");
		}
		Path file = this.directory.resolve(StoreFile.NAME);
		byte[] bytes = Files.readAllBytes(file);
		byte[] later = bytes.clone();
		later[11] = 2;
		StoreFixture.correctIdentity(later);
		Files.write(file, later);
		assertRefused(Kind.UNKNOWN_FORMAT, "format 2");
		assertThat(file).hasBinaryContent(later);
		Files.write(file, bytes);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			assertThat(get(store, "key")).isEqualTo("value");
		}
	}

	@Test
	void whatIsNotAStoreIsRefusedAndNotChanged() throws IOException {
		Path file = this.directory.resolve(StoreFile.NAME);
		for (byte[] content : List.of(new byte[0], new byte[10], bytes(1000), new byte[5000])) {
			Files.write(file, content);
			assertRefused(Kind.CORRUPT, "does not begin as a store does");
			assertThat(file).hasBinaryContent(content);
		}
	}

	@Test
	void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
		Path occupied = Files.writeString(this.directory.resolve("occupied"), "");
		for (Path path : List.of(occupied, occupied.resolve("below"))) {
			try (EmbeddedStore store = new EmbeddedStore(path)) {
				assertThatExceptionOfType(StoreException.class).isThrownBy(() -> put(store, "key", "value"))
					.withMessageContaining(path.toString())
					.withMessageContaining("there is a file");
			}
		}
		Files.delete(occupied);
		try (EmbeddedStore store = new EmbeddedStore(occupied)) {
			put(store, "key", "value");
		}
	}

	@Test
	void aSymbolicLinkToADirectoryWillDo() throws IOException {
		Path target = Files.createDirectory(this.directory.resolve("target"));
		Path link = Files.createSymbolicLink(this.directory.resolve("link"), target);
		try (EmbeddedStore store = new EmbeddedStore(link)) {
			put(store, "key", "value");
		}
		assertThat(target.resolve(StoreFile.NAME)).exists();
	}

	@Test
	void theFileStaysSmallWhenValuesAreReplacedAndRemoved() throws IOException {
		byte[] value = bytes(10_000);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			put(store, "kept", "value");
			List<CompletableFuture<Void>> all = new ArrayList<>();
			for (int i = 0; i < 5000; i++) {
				String key = "key" + i % 10;
				all.add(store.submit((transaction) -> {
					transaction.put("table", key, value);
					return null;
				}));
			}
			all.forEach(CompletableFuture::join);
			// 50 MB were written.
			put(store, "last", "value");
			put(store, "very last", "value");
			assertThat(Files.size(this.directory.resolve(StoreFile.NAME))).isLessThan(13_000_000);
			assertThat(read(store, "table", "key3")).isEqualTo(value);
		}
		try (EmbeddedStore store = new EmbeddedStore(this.directory); Stream<Path> files = Files.list(this.directory)) {
			assertThat(get(store, "kept")).isEqualTo("value");
			assertThat(read(store, "table", "key9")).isEqualTo(value);
			assertThat(keys(store)).hasSize(13);
			assertThat(files.map((file) -> file.getFileName().toString())).containsExactlyInAnyOrder(StoreFile.NAME,
					"gobridge.lock");
		}
	}

	@Test
	void theFileShrinksWhenEverythingIsRemoved() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			List<CompletableFuture<Void>> all = new ArrayList<>();
			for (int i = 0; i < 1000; i++) {
				String key = "\u4E2D".repeat(100) + i;
				all.add(store.submit((transaction) -> {
					transaction.put("table", key, bytes(10_000));
					return null;
				}));
			}
			all.forEach(CompletableFuture::join);
			store.call((transaction) -> {
				transaction.forEachAfter("table", "", (key, value) -> {
					transaction.remove("table", key);
					return true;
				});
				return null;
			});
			assertThat(keys(store)).isEmpty();
			assertThat(Files.size(this.directory.resolve(StoreFile.NAME))).isLessThan(4_500_000);
		}
	}

	@Test
	void aValueThatWasDamagedIsNotReturnedAndCanBeRepairedWithoutARestart() throws IOException {
		Path file = this.directory.resolve(StoreFile.NAME);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			put(store, "key", "x".repeat(1000));
			put(store, "other", "value");
			byte[] sound = Files.readAllBytes(file);
			byte[] damaged = sound.clone();
			damaged[500] ^= 1;
			Files.write(file, damaged);
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> get(store, "key"))
				.satisfies((ex) -> assertThat(ex.getKind()).isEqualTo(Kind.CORRUPT))
				.withMessageContaining(this.directory.toString());
			assertThat(get(store, "other")).isEqualTo("value");
			put(store, "another", "value");
			// Restored under another name and moved, as one does.
			Files.write(this.directory.resolve("backup"), sound);
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> get(store, "key"));
			Files.move(this.directory.resolve("backup"), file, StandardCopyOption.REPLACE_EXISTING);
			assertThat(get(store, "key")).isEqualTo("x".repeat(1000));
		}
	}

	@Test
	void onlyTheOwnerMayReadTheFile() throws IOException {
		Path file = this.directory.resolve(StoreFile.NAME);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			put(store, "key", "value");
		}
		assumeThat(Files.getFileStore(file).supportsFileAttributeView("posix")).isTrue();
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
	}

	@Test
	void anInterruptedCallerDoesNotCloseTheFile() {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			Thread.currentThread().interrupt();
			put(store, "key", "value");
			assertThat(get(store, "key")).isEqualTo("value");
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void closingFinishesWhatWasSubmittedAndRefusesMore() {
		EmbeddedStore store = new EmbeddedStore(this.directory);
		List<CompletableFuture<Void>> all = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			all.add(store.submit(putting("key" + i, "value")));
		}
		store.close();
		store.close();
		assertThat(all).allSatisfy((future) -> assertThat(future).isCompleted());
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> put(store, "key", "value"))
			.satisfies((ex) -> assertThat(ex.getKind()).isEqualTo(Kind.CLOSED));
	}

	private void assertRefused(Kind kind, String text) {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> get(store, "key"))
				.satisfies((ex) -> assertThat(ex.getKind()).isEqualTo(kind))
				.withMessageContaining(text)
				.withMessageContaining(this.directory.toString())
				.withMessageContaining("Nothing was changed");
		}
	}

	private static byte[] text(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] bytes(int length) {
		byte[] bytes = new byte[length];
		ThreadLocalRandom.current().nextBytes(bytes);
		return bytes;
	}

	private static Function<StoreTransaction, @Nullable Void> putting(String key, String value) {
		return StoreFixture.putting(key, value);
	}

	private static void put(EmbeddedStore store, String key, String value) {
		store.call(putting(key, value));
	}

	private static void remove(EmbeddedStore store, String key) {
		store.call((transaction) -> {
			transaction.remove("table", key);
			return null;
		});
	}

	private static byte @Nullable [] read(EmbeddedStore store, String table, String key) {
		return store.call((transaction) -> transaction.get(table, key));
	}

	private static String get(EmbeddedStore store, String key) {
		byte[] value = read(store, "table", key);
		return (value != null) ? new String(value, StandardCharsets.UTF_8) : "";
	}

	private static List<String> keys(EmbeddedStore store) {
		return List.copyOf(StoreFixture.content(store).keySet());
	}

}
