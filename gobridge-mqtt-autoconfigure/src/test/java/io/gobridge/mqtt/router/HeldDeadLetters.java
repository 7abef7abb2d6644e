package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import org.jspecify.annotations.Nullable;

/**
 * A store whose writes end when the test says so.
 */
class HeldDeadLetters implements DeadLetterStore {

	final List<DeadLetter> records = new ArrayList<>();

	final List<CompletableFuture<Void>> writes = new ArrayList<>();

	@Override
	public CompletableFuture<Void> write(DeadLetter deadLetter) {
		CompletableFuture<Void> write = new CompletableFuture<>();
		this.records.add(deadLetter);
		this.writes.add(write);
		return write;
	}

	void complete(int write) {
		this.writes.get(write).complete(null);
	}

	void fail(int write) {
		this.writes.get(write).completeExceptionally(new IllegalStateException("disk full"));
	}

	@Override
	public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		throw new UnsupportedOperationException("the router only writes");
	}

	@Override
	public Optional<DeadLetter> find(String id) {
		throw new UnsupportedOperationException("the router only writes");
	}

	@Override
	public boolean delete(String id) {
		throw new UnsupportedOperationException("the router only writes");
	}

	@Override
	public long count() {
		throw new UnsupportedOperationException("the router only writes");
	}

}
