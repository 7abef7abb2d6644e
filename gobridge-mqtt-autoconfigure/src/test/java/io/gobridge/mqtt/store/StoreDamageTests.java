package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

import io.gobridge.mqtt.store.StoreException.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damages every byte of a file in turn and cuts it at every length. The content is either
 * the one that was written, or the file is refused and stays as it is; after a crash, and
 * only then, the last commit may be missing.
 */
class StoreDamageTests {

	@TempDir
	Path directory;

	private final List<SortedMap<String, String>> states = new ArrayList<>();

	private final List<Integer> ends = new ArrayList<>();

	private byte[] closed = new byte[0];

	private byte[] crashed = new byte[0];

	@BeforeEach
	void write() throws IOException {
		Path file = this.directory.resolve(StoreFile.NAME);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			this.states.add(StoreFixture.content(store));
			this.ends.add((int) Files.size(file));
			for (int i = 0; i < 5; i++) {
				// In turn small values, that are in the list, and large ones behind it.
				store.call(StoreFixture.putting("key" + i % 4, Integer.toString(i).repeat((i % 2 == 0) ? 3 : 90)));
				this.states.add(StoreFixture.content(store));
				this.ends.add((int) Files.size(file));
			}
			this.crashed = Files.readAllBytes(file);
		}
		this.closed = Files.readAllBytes(file);
	}

	@Test
	void aClosedFileThatWasCutIsRefused() throws IOException {
		for (int length = 0; length < this.closed.length; length++) {
			assertRefused(cut(this.closed, length), "cut at " + length);
		}
	}

	@Test
	void aCrashedFileThatWasCutHasThePrefixThatIsComplete() throws IOException {
		for (int length = StorePreamble.LENGTH; length <= this.crashed.length; length += 3) {
			byte[] bytes = cut(this.crashed, length);
			int complete = 0;
			while (complete + 1 < this.ends.size() && this.ends.get(complete + 1) <= length) {
				complete++;
			}
			assertThat(open(bytes)).as("cut at " + length).isEqualTo(this.states.get(complete));
			// And it can be written to.
			assertThat(reopen()).as("reopened after a cut at " + length).containsEntry("more", "value");
		}
	}

	@Test
	void aClosedFileWithOneOtherByteIsRefusedOrTheSame() throws IOException {
		int refused = 0;
		for (int at = 0; at < this.closed.length; at++) {
			Object outcome = tryOpen(flipped(this.closed, at));
			if (outcome instanceof StoreException ex) {
				assertThat(ex.getKind()).isEqualTo(Kind.CORRUPT);
				refused++;
			}
			else {
				// Nothing that counts: a value that was replaced, or when it was closed.
				assertThat(outcome).as("flipped at " + at).isEqualTo(this.states.get(5));
			}
		}
		assertThat(refused).isGreaterThan(this.closed.length * 3 / 4);
	}

	@Test
	void aCrashedFileWithOneOtherByteIsRefusedOrLacksOnlyTheLastCommit() throws IOException {
		int lastBegins = this.ends.get(4);
		for (int at = StorePreamble.LENGTH; at < this.crashed.length; at++) {
			Object outcome = tryOpen(flipped(this.crashed, at));
			if (at >= lastBegins) {
				assertThat(outcome).as("flipped at " + at).isEqualTo(this.states.get(4));
			}
			else if (!(outcome instanceof StoreException)) {
				// A value that was replaced.
				assertThat(outcome).as("flipped at " + at).isEqualTo(this.states.get(5));
			}
		}
	}

	@Test
	void aLargeValueThatDidNotReachTheDiskIsNoCommit() throws IOException {
		byte[] bytes = cut(this.crashed, this.ends.get(4));
		assertThat(open(bytes)).isEqualTo(this.states.get(4));
		bytes = cut(cut(bytes, bytes.length - 40), bytes.length);
		assertThat(open(bytes)).isEqualTo(this.states.get(3));
	}

	@Test
	void zerosAtTheEndAreNoCommit() throws IOException {
		assertThat(open(cut(this.crashed, this.crashed.length + 5000))).isEqualTo(this.states.get(5));
	}

	@Test
	void aPayloadThatIsAStoreItselfIsOnlyAPayload() throws IOException {
		Path other = this.directory.resolve("other");
		try (EmbeddedStore store = new EmbeddedStore(other)) {
			for (int i = 0; i < 20; i++) {
				store.call(StoreFixture.putting("key", Integer.toString(i)));
			}
		}
		byte[] payload = Files.readAllBytes(other.resolve(StoreFile.NAME));
		Files.write(this.directory.resolve(StoreFile.NAME), this.closed);
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			store.call((transaction) -> {
				transaction.put("other", "forged", payload);
				return null;
			});
			this.crashed = Files.readAllBytes(this.directory.resolve(StoreFile.NAME));
		}
		// The batches in the payload have higher numbers, but not the salt of this file.
		Arrays.fill(this.crashed, this.closed.length, this.closed.length + StoreBatch.HEADER, (byte) 0);
		assertThat(open(this.crashed)).isEqualTo(this.states.get(5));
	}

	private void assertRefused(byte[] bytes, String description) throws IOException {
		assertThat(tryOpen(bytes)).as(description)
			.isInstanceOfSatisfying(StoreException.class, (ex) -> assertThat(ex.getKind()).isEqualTo(Kind.CORRUPT));
		assertThat(Files.readAllBytes(this.directory.resolve(StoreFile.NAME))).as(description).isEqualTo(bytes);
	}

	private SortedMap<String, String> open(byte[] bytes) throws IOException {
		Files.write(this.directory.resolve(StoreFile.NAME), bytes);
		return reopenAs("more");
	}

	private SortedMap<String, String> reopenAs(String more) {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			SortedMap<String, String> content = StoreFixture.content(store);
			store.call(StoreFixture.putting(more, "value"));
			return content;
		}
	}

	private SortedMap<String, String> reopen() {
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			return StoreFixture.content(store);
		}
	}

	private Object tryOpen(byte[] bytes) throws IOException {
		Files.write(this.directory.resolve(StoreFile.NAME), bytes);
		try {
			return reopen();
		}
		catch (StoreException ex) {
			return ex;
		}
	}

	private static byte[] cut(byte[] bytes, int length) {
		return Arrays.copyOf(bytes, length);
	}

	private static byte[] flipped(byte[] bytes, int at) {
		byte[] flipped = bytes.clone();
		flipped[at] ^= 0x10;
		return flipped;
	}

}
