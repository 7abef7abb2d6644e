package io.gobridge.mqtt.router;

import java.util.function.Consumer;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterCode;
import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a dead letter of each delivery of a filter that is being removed, and has it
 * acknowledged when that is durable.
 */
final class DisplacedDeadLetters implements DisplacedDeliveries {

	private static final Logger logger = LoggerFactory.getLogger(DisplacedDeadLetters.class);

	private final String session;

	private final DeadLetterWrites writes;

	private final SessionClock clock;

	private final Consumer<PendingBuffer.Entry> written;

	/**
	 * Creates it.
	 * @param written called by any thread when a dead letter is durable
	 */
	DisplacedDeadLetters(String session, DeadLetterWrites writes, SessionClock clock,
			Consumer<PendingBuffer.Entry> written) {
		this.session = session;
		this.writes = writes;
		this.clock = clock;
		this.written = written;
	}

	@Override
	public void giveUp(PendingBuffer.Entry entry, @Nullable String filter) {
		if (!entry.beginGivingUp()) {
			return;
		}
		this.writes
			.write(() -> DeadLetter.of(entry.delivery, DeadLetterCode.SUBSCRIPTION_REMOVED, this.clock.now())
				.removedFilter(filter)
				.build(), () -> !entry.isStale())
			.thenAccept((metadata) -> {
				logger.warn("Session '{}': a message on '{}' of the removed filter '{}' is dead letter {}",
						this.session, entry.topic(), filter, metadata.id());
				this.written.accept(entry);
			});
	}

}
