package io.gobridge.mqtt.deadletter;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Where dead letters are kept. A message may be acknowledged when its {@link #write} has
 * completed normally and not before. Safe for any thread. A store that fails works again
 * when the cause is gone; nobody needs to restart it.
 * <p>
 * A record may be there more than once under different identifiers, where the
 * acknowledgement did not reach the broker and the message came again.
 */
public interface DeadLetterStore {

	/**
	 * Writes a record. Does not block, and does not throw. Writing the same record again
	 * replaces it.
	 * @param deadLetter the record
	 * @return completes when the record is durable, on a thread that must not be blocked;
	 * fails, usually with a {@link io.gobridge.mqtt.store.StoreException}, where it may
	 * not be, also when the store is full
	 */
	CompletableFuture<Void> write(DeadLetter deadLetter);

	/**
	 * Lists records without their messages, oldest failure first. May block.
	 * @param after the identifier of the last one of the page before, {@code null} for
	 * the first page
	 * @param limit how many at most
	 * @return the page; one that is not full is the last
	 */
	List<DeadLetterMetadata> list(@Nullable String after, int limit);

	/**
	 * Reads one record. May block.
	 * @param id its identifier
	 * @return the record, or nothing where there is none
	 */
	Optional<DeadLetter> find(String id);

	/**
	 * Deletes one record. May block.
	 * @param id its identifier
	 * @return whether it was there
	 */
	boolean delete(String id);

	/**
	 * Counts the records. May block.
	 * @return the number of records
	 */
	long count();

}
