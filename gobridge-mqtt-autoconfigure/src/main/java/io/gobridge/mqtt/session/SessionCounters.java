package io.gobridge.mqtt.session;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters behind {@link SessionStatistics}. Per process: a restart of the session
 * does not reset them, as meters expect.
 */
final class SessionCounters implements SessionStatistics {

	private final Map<ConnectOutcome, LongAdder> connects = adders(ConnectOutcome.class);

	private final Map<Reconciler.Outcome, LongAdder> reconciliations = adders(Reconciler.Outcome.class);

	final LongAdder reconnects = new LongAdder();

	final LongAdder sessionsLost = new LongAdder();

	final LongAdder takeovers = new LongAdder();

	final LongAdder recoveries = new LongAdder();

	final LongAdder rejected = new LongAdder();

	final LongAdder eventsDropped = new LongAdder();

	void connect(ConnectOutcome outcome) {
		adder(this.connects, outcome).increment();
	}

	void reconciled(Reconciler.Outcome outcome) {
		adder(this.reconciliations, outcome).increment();
	}

	@Override
	public long connects(ConnectOutcome outcome) {
		return adder(this.connects, outcome).sum();
	}

	@Override
	public long reconnects() {
		return this.reconnects.sum();
	}

	@Override
	public long sessionsLost() {
		return this.sessionsLost.sum();
	}

	@Override
	public long takeovers() {
		return this.takeovers.sum();
	}

	@Override
	public long recoveries() {
		return this.recoveries.sum();
	}

	@Override
	public long rejected() {
		return this.rejected.sum();
	}

	@Override
	public long reconciliations(Reconciler.Outcome outcome) {
		return adder(this.reconciliations, outcome).sum();
	}

	@Override
	public long eventsDropped() {
		return this.eventsDropped.sum();
	}

	private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
		Map<E, LongAdder> adders = new EnumMap<>(type);
		for (E constant : type.getEnumConstants()) {
			adders.put(constant, new LongAdder());
		}
		return adders;
	}

	private static <E extends Enum<E>> LongAdder adder(Map<E, LongAdder> adders, E key) {
		LongAdder adder = adders.get(key);
		if (adder == null) {
			throw new IllegalStateException("No counter for " + key);
		}
		return adder;
	}

}
