package io.gobridge.mqtt.deadletter;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.store.EmbeddedStore;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters in the embedded store, up to a number of records. When it is reached
 * writes fail, until records are deleted: none is ever dropped for another.
 * <p>
 * Records that are written at the same time share one write to the disk.
 */
public final class EmbeddedDeadLetterStore implements DeadLetterStore {

	private static final String METADATA = "dead-letter";

	private static final String MESSAGE = "dead-letter-message";

	private final EmbeddedStore store;

	private final int maxRecords;

	/**
	 * Creates a store.
	 * @param store where the records are kept
	 * @param maxRecords how many at most
	 */
	public EmbeddedDeadLetterStore(EmbeddedStore store, int maxRecords) {
		if (maxRecords < 1) {
			throw new IllegalArgumentException("Room for " + maxRecords + " dead letters");
		}
		this.store = store;
		this.maxRecords = maxRecords;
	}

	@Override
	public CompletableFuture<Void> write(DeadLetter deadLetter) {
		String id = deadLetter.id();
		byte[] metadata = DeadLetterCodec.metadata(deadLetter.metadata());
		byte[] message = message(deadLetter);
		return this.store.<@Nullable Void>submit((transaction) -> {
			if (transaction.size(METADATA) >= this.maxRecords && !transaction.contains(METADATA, id)) {
				throw full();
			}
			transaction.put(METADATA, id, metadata);
			transaction.put(MESSAGE, id, message);
			return null;
		});
	}

	/**
	 * Properties and payload in one value, as they are read together.
	 */
	private static byte[] message(DeadLetter deadLetter) {
		byte[] properties = DeadLetterCodec.properties(deadLetter.delivery());
		byte[] payload = deadLetter.delivery().payload();
		return ByteBuffer.allocate(Integer.BYTES + properties.length + payload.length)
			.putInt(properties.length)
			.put(properties)
			.put(payload)
			.array();
	}

	private StoreException full() {
		return new StoreException(StoreException.Kind.FULL, this.store.directory().toString(),
				"holds " + this.maxRecords + " dead letters and takes no more",
				"Redrive or delete some of them (endpoint mqttdeadletters), or raise "
						+ "gobridge.mqtt.dead-letter.max-records. Until then nothing that fails is acknowledged.",
				null);
	}

	@Override
	public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		return this.store.call((transaction) -> {
			List<DeadLetterMetadata> page = new ArrayList<>();
			if (limit > 0) {
				transaction.forEachAfter(METADATA, (after != null) ? after : "", (id, bytes) -> {
					page.add(DeadLetterCodec.metadata(id, bytes));
					return page.size() < limit;
				});
			}
			return List.copyOf(page);
		});
	}

	@Override
	public Optional<DeadLetter> find(String id) {
		return this.store.call((transaction) -> find(transaction, id));
	}

	private static Optional<DeadLetter> find(StoreTransaction transaction, String id) {
		byte[] metadata = transaction.get(METADATA, id);
		byte[] message = transaction.get(MESSAGE, id);
		if (metadata == null || message == null) {
			return Optional.empty();
		}
		ByteBuffer bytes = ByteBuffer.wrap(message);
		byte[] properties = new byte[bytes.getInt()];
		bytes.get(properties);
		byte[] payload = new byte[bytes.remaining()];
		bytes.get(payload);
		return Optional.of(DeadLetterCodec.deadLetter(DeadLetterCodec.metadata(id, metadata), properties, payload));
	}

	@Override
	public boolean delete(String id) {
		return this.store.call((transaction) -> {
			boolean there = transaction.contains(METADATA, id);
			transaction.remove(METADATA, id);
			transaction.remove(MESSAGE, id);
			return there;
		});
	}

	@Override
	public long count() {
		return this.store.<Integer>call((transaction) -> transaction.size(METADATA));
	}

}
