package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of an ephemeral session in the embedded store. Where there never was a
 * dead letter there is no directory either, and to look into it does not make one.
 */
final class DormantDeadLetterStore implements DeadLetterStore {

	private final DeadLetterStore store;

	private final Path directory;

	DormantDeadLetterStore(DeadLetterStore store, Path directory) {
		this.store = store;
		this.directory = directory;
	}

	@Override
	public CompletableFuture<Void> write(DeadLetter deadLetter) {
		return this.store.write(deadLetter);
	}

	@Override
	public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		return isThere() ? this.store.list(after, limit) : List.of();
	}

	@Override
	public Optional<DeadLetter> find(String id) {
		return isThere() ? this.store.find(id) : Optional.empty();
	}

	@Override
	public boolean delete(String id) {
		return isThere() && this.store.delete(id);
	}

	@Override
	public long count() {
		return isThere() ? this.store.count() : 0;
	}

	private boolean isThere() {
		return Files.exists(this.directory);
	}

}
