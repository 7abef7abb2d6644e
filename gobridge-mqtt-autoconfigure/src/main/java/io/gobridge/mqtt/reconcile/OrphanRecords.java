package io.gobridge.mqtt.reconcile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * What became of orphans: the newest of them, and how many there were of each kind.
 * Written by the session's thread, read by any.
 */
final class OrphanRecords {

	private static final int KEPT = 100;

	private final SessionClock clock;

	private final ReconcileListener listener;

	private final OrphanMarks marks;

	private final Map<OrphanOutcome, LongAdder> counts = new EnumMap<>(OrphanOutcome.class);

	private final Deque<Orphan> newest = new ArrayDeque<>();

	private volatile List<Orphan> snapshot = List.of();

	OrphanRecords(SessionClock clock, ReconcileListener listener, OrphanMarks marks) {
		this.clock = clock;
		this.listener = listener;
		this.marks = marks;
		for (OrphanOutcome outcome : OrphanOutcome.values()) {
			this.counts.put(outcome, new LongAdder());
		}
	}

	/**
	 * It is known what became of the subscription. A topic that is wanted again is no
	 * orphan, and only counted.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void decided(String topic, @Nullable TopicFilter filter, OrphanOutcome outcome) {
		count(outcome);
		if (outcome == OrphanOutcome.COVERED) {
			return;
		}
		Orphan orphan = add(topic, (filter != null) ? filter.value() : null, outcome);
		if (outcome == OrphanOutcome.REMOVED) {
			this.marks.removed(topic);
		}
		this.listener.orphanDetected(orphan);
	}

	/**
	 * The broker has delivered on a topic whose subscription it had removed.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void notEffective(String topic) {
		count(OrphanOutcome.NOT_EFFECTIVE);
		String filter = null;
		for (Orphan orphan : this.newest) {
			if (orphan.topic().equals(topic)) {
				filter = orphan.filter();
			}
		}
		this.newest.removeIf((orphan) -> orphan.topic().equals(topic));
		add(topic, filter, OrphanOutcome.NOT_EFFECTIVE);
	}

	private Orphan add(String topic, @Nullable String filter, OrphanOutcome outcome) {
		Orphan orphan = new Orphan(topic, filter, outcome, this.clock.now());
		this.newest.addFirst(orphan);
		if (this.newest.size() > KEPT) {
			this.newest.removeLast();
		}
		this.snapshot = List.copyOf(this.newest);
		return orphan;
	}

	private void count(OrphanOutcome outcome) {
		adder(outcome).increment();
	}

	private LongAdder adder(OrphanOutcome outcome) {
		LongAdder adder = this.counts.get(outcome);
		if (adder == null) {
			throw new IllegalStateException("No counter for " + outcome);
		}
		return adder;
	}

	List<Orphan> newest() {
		return this.snapshot;
	}

	long countOf(OrphanOutcome outcome) {
		return adder(outcome).sum();
	}

}
