package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.router.RecoveryRequests;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

/**
 * Reconnects so that the broker delivers again what handlers left to it: at most once in
 * thirty seconds, with all requests of that time joined. A handler that always fails
 * would otherwise turn one bad message into a storm of connections.
 */
final class RecoveryReconnect implements RecoveryRequests {

	private static final Duration SPACING = Duration.ofSeconds(30);

	private final SessionLoop loop;

	private final SessionClock clock;

	private final LongAdder count = new LongAdder();

	private @Nullable MqttSession session;

	/** One that is put off; touched by the session's thread only, as everything below. */
	private SessionLoop.@Nullable Cancellable scheduled;

	private boolean before;

	private long last;

	RecoveryReconnect(SessionLoop loop, SessionClock clock) {
		this.loop = loop;
		this.clock = clock;
	}

	void attach(MqttSession session) {
		this.session = session;
	}

	/**
	 * The session starts: what the stop before has cut off is not waited for. Called
	 * while the session has no thread.
	 */
	void started() {
		this.scheduled = null;
	}

	@Override
	public void request() {
		this.loop.execute(this::requestInLoop);
	}

	private void requestInLoop() {
		if (this.scheduled != null) {
			return;
		}
		long wait = this.before ? SPACING.toNanos() - (this.clock.nanoTime() - this.last) : 0;
		if (wait > 0) {
			this.scheduled = this.loop.schedule(this::recover, Duration.ofNanos(wait));
		}
		else {
			recover();
		}
	}

	/**
	 * Whoever waits for a reconnect is served by this one, too.
	 */
	@Override
	public void requestNow() {
		this.loop.execute(this::recover);
	}

	private void recover() {
		SessionLoop.Cancellable due = this.scheduled;
		if (due != null) {
			due.cancel();
			this.scheduled = null;
		}
		this.before = true;
		this.last = this.clock.nanoTime();
		this.count.increment();
		MqttSession recovered = this.session;
		if (recovered != null) {
			recovered.reconnect();
		}
	}

	long count() {
		return this.count.sum();
	}

}
