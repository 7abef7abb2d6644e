package io.gobridge.mqtt.publish;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Decides how each publish ends, once, counts it, and ends the futures on the threads of
 * the application. Guarded by the lock of {@link OutboundMessages} but for counting and
 * {@link #deliver}; that one runs outside of it, because any code may be attached to a
 * future.
 */
final class PublishResults {

	private final Map<PublishOutcome, LongAdder> counts = new EnumMap<>(PublishOutcome.class);

	private final Executor executor;

	private List<Runnable> decided = new ArrayList<>();

	PublishResults(Executor executor) {
		this.executor = executor;
		for (PublishOutcome outcome : PublishOutcome.values()) {
			this.counts.put(outcome, new LongAdder());
		}
	}

	void succeed(PendingPublish pending, int reasonCode, @Nullable String reasonString) {
		if (!pending.ended) {
			PublishResult result = new PublishResult(pending.topic(), pending.qos(), reasonCode, reasonString);
			decide(pending, PublishOutcome.of(result), () -> pending.future.complete(result));
		}
	}

	void fail(PendingPublish pending, Kind kind, String why) {
		if (!pending.ended) {
			fail(pending, failure(pending, kind, why));
		}
	}

	void fail(PendingPublish pending, MqttPublishException failure) {
		if (!pending.ended) {
			decide(pending, PublishOutcome.of(failure.getKind()), () -> pending.future.completeExceptionally(failure));
		}
	}

	/**
	 * Nobody waits for the message any more, and it was not sent.
	 */
	void discard(PendingPublish pending) {
		if (!pending.ended) {
			pending.ended = true;
			count(PublishOutcome.CANCELLED);
		}
	}

	private void decide(PendingPublish pending, PublishOutcome outcome, Runnable ending) {
		pending.ended = true;
		count(pending.future.isDone() ? PublishOutcome.CANCELLED : outcome);
		this.decided.add(ending);
	}

	static MqttPublishException failure(PendingPublish pending, Kind kind, String why) {
		return new MqttPublishException(kind, pending.topic(),
				"A message to '" + PublishSyntax.quoted(pending.topic()) + "' failed: " + why, pending.connections > 0,
				null);
	}

	void count(PublishOutcome outcome) {
		counter(outcome).increment();
	}

	long value(PublishOutcome outcome) {
		return counter(outcome).sum();
	}

	private LongAdder counter(PublishOutcome outcome) {
		LongAdder counter = this.counts.get(outcome);
		if (counter == null) {
			throw new IllegalStateException("No counter for " + outcome);
		}
		return counter;
	}

	/**
	 * Takes what was decided since the last call.
	 */
	List<Runnable> take() {
		if (this.decided.isEmpty()) {
			return List.of();
		}
		List<Runnable> taken = this.decided;
		this.decided = new ArrayList<>();
		return taken;
	}

	void deliver(List<Runnable> endings) {
		for (Runnable ending : endings) {
			try {
				this.executor.execute(ending);
			}
			catch (RejectedExecutionException ex) {
				// Its threads have ended before the session. A future that never ends
				// would be worse than a continuation on this thread.
				ending.run();
			}
		}
	}

}
