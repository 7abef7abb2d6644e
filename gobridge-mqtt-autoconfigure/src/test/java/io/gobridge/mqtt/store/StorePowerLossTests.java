package io.gobridge.mqtt.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Pulls the plug at every moment at which the store writes, renames or forces something.
 * A process that is killed leaves its writes to the operating system, so that only this
 * shows whether they are forced, and in the right order.
 */
class StorePowerLossTests {

	private static final int MEBIBYTE = 1 << 20;

	@TempDir
	Path directory;

	private final Set<String> acknowledged = new HashSet<>();

	private final List<Moment> moments = new ArrayList<>();

	private PowerLossDisk disk;

	private boolean failing;

	@BeforeEach
	void create() throws IOException {
		this.disk = new PowerLossDisk(Files.createDirectory(this.directory.resolve("disk")), this::remember);
	}

	@Test
	void whatWasAcknowledgedIsNeverLost() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.disk.directory())) {
			put(store, "one", 10);
			put(store, "two", 100);
		}
		try (EmbeddedStore store = new EmbeddedStore(this.disk.directory())) {
			put(store, "three", 10);
			remember();
		}
		verify();
	}

	@Test
	void aStoreThatHasOnlyBeenOpenedIsWhole() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.disk.directory())) {
			assertThat(StoreFixture.content(store)).isEmpty();
		}
		verify();
	}

	@Test
	void nothingIsLostByMakingTheFileSmaller() throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(this.disk.directory())) {
			put(store, "kept", 100);
			Object before = PowerLossDisk.key(file());
			for (int i = 0; i < 5; i++) {
				put(store, "often", MEBIBYTE);
			}
			// Behind the last of the five, and so behind the copy that follows it.
			put(store, "later", 100);
			assertThat(PowerLossDisk.key(file())).isNotEqualTo(before);
			remember();
		}
		verify();
	}

	@Test
	void aWriteThatFailedWhenItWasCompleteIsTakenBack() {
		try (EmbeddedStore store = new EmbeddedStore(this.disk.directory())) {
			put(store, "one", 10);
			this.failing = true;
			assertThatExceptionOfType(StoreException.class)
				.isThrownBy(() -> store.call(StoreFixture.putting("two", "value")));
			assertThat(this.failing).isFalse();
			assertThat(StoreFixture.content(store)).containsOnlyKeys("one");
		}
	}

	private Path file() {
		return this.directory.resolve("disk").resolve(StoreFile.NAME);
	}

	private void put(EmbeddedStore store, String key, int length) {
		store.submit(StoreFixture.putting(key, "x".repeat(length))).thenRun(() -> this.acknowledged.add(key)).join();
	}

	private void remember() {
		if (this.failing) {
			this.failing = false;
			throw new UncheckedIOException(new IOException("Input/output error"));
		}
		this.moments.add(new Moment(this.disk.remains(), Set.copyOf(this.acknowledged)));
	}

	private void verify() throws IOException {
		assertThat(this.moments).isNotEmpty();
		for (int i = 0; i < this.moments.size(); i++) {
			Path after = Files.createDirectory(this.directory.resolve("after" + i));
			for (Map.Entry<String, byte[]> file : this.moments.get(i).remains.entrySet()) {
				Files.write(after.resolve(file.getKey()), file.getValue());
			}
			try (EmbeddedStore store = new EmbeddedStore(after)) {
				assertThat(StoreFixture.content(store).keySet()).as("after moment %d", i)
					.containsAll(this.moments.get(i).acknowledged);
			}
		}
	}

	/**
	 * A moment at which the power may fail.
	 *
	 * @param remains what the disk has then
	 * @param acknowledged the keys that were promised to be durable by then
	 */
	private record Moment(Map<String, byte[]> remains, Set<String> acknowledged) {
	}

}
