package io.gobridge.mqtt.actuate;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;

/**
 * Remembers the last reconciliation of each session.
 */
public final class ReconcileJournal implements ApplicationListener<MqttReconciledEvent> {

	private final Map<String, Entry> entries = new ConcurrentHashMap<>();

	@Override
	public void onApplicationEvent(MqttReconciledEvent event) {
		this.entries.put(event.session(), new Entry(Instant.ofEpochMilli(event.getTimestamp()), event.outcome()));
	}

	@Nullable Entry last(String session) {
		return this.entries.get(session);
	}

	/**
	 * One reconciliation.
	 *
	 * @param at when it had ended
	 * @param outcome how
	 */
	record Entry(Instant at, Reconciler.Outcome outcome) {

		String label() {
			return (this.outcome == Reconciler.Outcome.CONVERGED) ? "SUCCESS" : this.outcome.name();
		}

	}

}
