package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.gobridge.mqtt.model.Arrival.Why;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.SteppedClock;
import org.jspecify.annotations.Nullable;

/**
 * The model: what may become of each arrival and what is counted, by the rules of
 * coverage, grace and settlement. It is told of everything before the router is.
 */
final class Expected {

	private static final int PACKET_IDENTIFIERS = 65535;

	final Tally tally = new Tally();

	/** What is registered. */
	final Set<ModelRoute> registered = new LinkedHashSet<>();

	/** What takes deliveries; longer than it is registered, until the UNSUBACK. */
	final Set<ModelRoute> table = new LinkedHashSet<>();

	/** What no running route takes, in the order of arrival. */
	final List<Arrival> pending = new ArrayList<>();

	/** Everything at QoS 1 and QoS 2 that has come. */
	final List<Arrival> arrivals = new ArrayList<>();

	final List<String> orphans = new ArrayList<>();

	private final Setup setup;

	private final SteppedClock clock;

	private final long grace;

	private final Violations violations;

	private final Map<Integer, String> filterOf;

	private final Map<Integer, Exchange> exchanges = new HashMap<>();

	private final Map<Arrival, Exchange> exchangeOf = new HashMap<>();

	/** The lines of acknowledgements of the newest connection, by QoS. */
	private List<List<Arrival>> lines = List.of(List.of(), List.of(), List.of());

	private @Nullable ConnectionEpoch epoch;

	private Coverage coverage = Coverage.unknown();

	private long graceEnd;

	private boolean graceOpen;

	private @Nullable ConnectionEpoch quiesced;

	/** The connection has ended, and the session's thread has not seen it. */
	private boolean retireDue;

	Expected(Setup setup, Map<Integer, String> filterOf, SteppedClock clock, long grace, Violations violations) {
		this.filterOf = filterOf;
		this.setup = setup;
		this.clock = clock;
		this.grace = grace;
		this.violations = violations;
	}

	boolean isGraceOpen() {
		return this.graceOpen && this.graceEnd > this.clock.nanoTime();
	}

	long graceRemaining() {
		return isGraceOpen() ? this.graceEnd - this.clock.nanoTime() : 0;
	}

	private void restartGrace() {
		this.graceEnd = this.clock.nanoTime() + this.grace;
		this.graceOpen = true;
	}

	void opened(ConnectionEpoch opened) {
		if (!opened.connAck().sessionPresent()) {
			this.exchanges.clear();
		}
		this.epoch = opened;
		this.lines = List.of(List.of(), new ArrayList<>(), new ArrayList<>());
		restartGrace();
	}

	void ended() {
		this.retireDue = true;
	}

	/**
	 * What no handler has begun with is given back to the broker.
	 */
	void retired(ConnectionEpoch retired) {
		this.retireDue = false;
		this.pending.removeIf((arrival) -> arrival.qos() > 0 && arrival.isRetired());
		for (Arrival arrival : this.arrivals) {
			if (arrival.epoch == retired && arrival.begun.isEmpty() && arrival.settled == null && !arrival.left
					&& !arrival.joined) {
				arrival.purged = true;
			}
		}
	}

	/** A reconnect waits for the handlers of this connection and takes nothing more. */
	void quiesced(ConnectionEpoch quiesced) {
		this.quiesced = quiesced;
	}

	void accept(Arrival arrival) {
		ConnectionEpoch current = this.epoch;
		arrival.epoch = current;
		if (current == this.quiesced) {
			if (arrival.qos() == 0) {
				this.tally.closing++;
			}
			else {
				arrival.purged = true;
				this.arrivals.add(arrival);
			}
			return;
		}
		if (arrival.qos() == 0) {
			dispatch(arrival);
			return;
		}
		this.arrivals.add(arrival);
		this.lines.get(arrival.qos()).add(arrival);
		if (arrival.qos() == 1) {
			dispatch(arrival);
			return;
		}
		Exchange exchange = this.exchanges.get(arrival.packetId);
		if (exchange == null || exchange.copy != arrival.copy) {
			exchange = new Exchange(arrival.copy);
			this.exchanges.put(arrival.packetId, exchange);
		}
		this.exchangeOf.put(arrival, exchange);
		Arrival owner = exchange.owner;
		if (exchange.handled) {
			settle(arrival, Why.REPEATED);
		}
		else if (owner == null || owner.purged) {
			exchange.owner = arrival;
			dispatch(arrival);
		}
		else {
			arrival.joined = true;
			exchange.joined = arrival;
		}
	}

	void released(int packetId) {
		this.exchanges.remove(packetId);
	}

	private void dispatch(Arrival arrival) {
		Set<ModelRoute> takers = takers(arrival);
		if (takers.isEmpty()) {
			wait(arrival);
		}
		else {
			offer(arrival, takers);
		}
	}

	private void offer(Arrival arrival, Set<ModelRoute> takers) {
		arrival.offered.addAll(takers);
		arrival.unsettled.addAll(takers);
		if (arrival.qos() == 0) {
			this.tally.offeredAtQos0 += takers.size();
		}
	}

	/**
	 * Exactly the routes of the filters that it names, or where nobody knows these all
	 * whose filters match, unless all of them are paused.
	 */
	private Set<ModelRoute> takers(Arrival arrival) {
		Set<ModelRoute> takers = new LinkedHashSet<>();
		for (int identifier : arrival.copy.identifiers) {
			String filter = this.filterOf.get(identifier);
			if (filter != null && Filters.matches(filter, arrival.topic())) {
				this.table.stream().filter((route) -> route.filters.contains(filter)).forEach(takers::add);
			}
		}
		if (takers.isEmpty()) {
			this.table.stream().filter((route) -> route.matches(arrival.topic())).forEach(takers::add);
		}
		return takers.stream().allMatch((route) -> route.held) ? Set.of() : takers;
	}

	private void wait(Arrival arrival) {
		if (this.coverage.covers(arrival.topic())) {
			hold(arrival, PACKET_IDENTIFIERS);
		}
		else if (isGraceOpen() && !this.coverage.isRemoved(arrival.topic())) {
			hold(arrival, arrival.sessionPresent ? PACKET_IDENTIFIERS : this.setup.receiveMaximum());
		}
		else {
			drop(arrival);
		}
	}

	private void hold(Arrival arrival, int limit) {
		if (this.pending.size() >= this.setup.receiveMaximum() && !hasRoom(arrival, limit)) {
			return;
		}
		this.pending.add(arrival);
		if (isGraceOpen()) {
			this.tally.buffered++;
		}
		else {
			retain(arrival);
		}
	}

	private boolean hasRoom(Arrival arrival, int limit) {
		if (arrival.qos() == 0) {
			if (isGraceOpen()) {
				this.tally.pendingFull++;
			}
			else {
				this.tally.coveredDropped++;
			}
			return false;
		}
		for (Arrival candidate : this.pending) {
			if (candidate.qos() == 0) {
				this.pending.remove(candidate);
				if (candidate.retained) {
					this.tally.coveredDropped++;
				}
				else {
					this.tally.evicted++;
				}
				return true;
			}
		}
		if (this.pending.size() >= limit) {
			this.tally.overflow++;
			settle(arrival, Why.OVERFLOW);
			return false;
		}
		return true;
	}

	private void retain(Arrival arrival) {
		if (!arrival.retained) {
			arrival.retained = true;
			this.tally.retained++;
		}
	}

	private void drop(Arrival arrival) {
		boolean late = this.coverage.isRemoved(arrival.topic());
		if (late) {
			this.tally.late++;
		}
		else {
			this.tally.unmatched++;
			this.orphans.add(arrival.topic());
		}
		if (arrival.qos() > 0) {
			settle(arrival, late ? Why.LATE : Why.ORPHAN);
		}
	}

	private void dropIf(Predicate<Arrival> condition) {
		for (Arrival arrival : List.copyOf(this.pending)) {
			boolean stale = arrival.qos() > 0 && arrival.isRetired();
			if (!stale && condition.test(arrival)) {
				this.pending.remove(arrival);
				drop(arrival);
			}
		}
	}

	/** The timer of the grace window. */
	void tick() {
		if (!this.graceOpen || this.graceEnd > this.clock.nanoTime()) {
			return;
		}
		this.graceOpen = false;
		dropIf((arrival) -> !this.coverage.covers(arrival.topic()));
		for (Arrival arrival : this.pending) {
			if (arrival.qos() == 0 || !arrival.isRetired()) {
				retain(arrival);
			}
		}
	}

	void coverage(Coverage next) {
		Coverage previous = this.coverage;
		this.coverage = next;
		dropIf((arrival) -> {
			String topic = arrival.topic();
			return !next.covers(topic) && (!isGraceOpen() || next.isRemoved(topic)
					|| (previous != Coverage.unknown() && previous.covers(topic)));
		});
	}

	Coverage coverage() {
		return this.coverage;
	}

	/** The session's thread has got to what was registered. */
	void enterTable() {
		for (ModelRoute route : this.registered) {
			if (this.table.add(route)) {
				route.held = route.paused;
			}
		}
		offerWaiting();
	}

	void leaveTable(Set<ModelRoute> leaving) {
		boolean removed = this.table.removeAll(leaving);
		leaving.forEach((route) -> route.held = false);
		offerWaiting();
		if (removed && this.epoch != null) {
			restartGrace();
		}
	}

	void pause(ModelRoute route) {
		route.paused = true;
		route.held = this.table.contains(route);
	}

	void resume(ModelRoute route) {
		route.paused = false;
		route.held = false;
		offerWaiting();
	}

	private void offerWaiting() {
		for (Arrival arrival : List.copyOf(this.pending)) {
			Set<ModelRoute> takers = takers(arrival);
			if (!takers.isEmpty()) {
				this.pending.remove(arrival);
				arrival.waited = true;
				offer(arrival, takers);
			}
		}
	}

	/** A handler begins. */
	void begin(ModelRoute route, Arrival arrival) {
		Copy copy = arrival.copy;
		this.violations.unless(!route.isGone(), route, " handles after its removal: ", arrival);
		this.violations.unless(!route.held, route, " handles while it is paused: ", arrival);
		this.violations.unless(arrival.offered.contains(route), route, " gets what is not for it: ", arrival,
				", which is for ", arrival.offered);
		this.violations.unless(arrival.begun.add(route), route, " gets the same packet twice: ", arrival);
		if (arrival.qos() == 0) {
			this.tally.begunAtQos0++;
			return;
		}
		this.violations.unless(!arrival.isRetired() || arrival.begun.size() > 1, route,
				" begins after the connection has ended: ", arrival);
		this.violations.unless(copy.qos < 2 || copy.again || !copy.begun.contains(route), route,
				" handles a QoS 2 message twice: ", arrival);
		if (copy.first == null) {
			copy.first = arrival;
		}
		boolean own = copy.wanted.contains(route);
		if (copy.begun.add(route) && copy.first == arrival && own && !arrival.isRetired()
				&& !arrival.overtaken(this.setup)) {
			// What is handled again has lost its place. Where another route has begun
			// with a packet, it is carried to its end although the connection has ended,
			// ahead of what goes back to the broker.
			String line = copy.topic + copy.qos
					+ ((this.setup.copies() || Filters.isShared(copy.filters.get(0))) ? copy.filters : "");
			Integer before = route.newest.put(line, copy.number);
			this.violations.unless(before == null || before < copy.number, route, " handles ", copy, " behind copy ",
					before);
		}
	}

	/** A route has handled an arrival, or has dropped it as it was told. */
	void handled(ModelRoute route, Arrival arrival) {
		arrival.copy.handled.add(route);
		arrival.unsettled.remove(route);
		if (arrival.qos() > 0 && arrival.unsettled.isEmpty() && !arrival.left) {
			settle(arrival, Why.HANDLED);
		}
	}

	/** A route leaves an arrival to the broker. */
	void left(Arrival arrival) {
		arrival.left = true;
		arrival.copy.again = true;
		Exchange exchange = this.exchangeOf.get(arrival);
		if (exchange != null && exchange.owner == arrival) {
			Arrival next = exchange.joined;
			exchange.owner = null;
			exchange.joined = null;
			// What came on a connection that has ended will come again.
			if (next != null && !next.isRetired()) {
				exchange.owner = next;
				next.joined = false;
				dispatch(next);
			}
		}
	}

	private void settle(Arrival arrival, Why why) {
		this.violations.unless(arrival.settled == null, "The model settles twice: ", arrival);
		arrival.settled = why;
		Exchange exchange = this.exchangeOf.get(arrival);
		if (exchange != null && why != Why.REPEATED) {
			exchange.handled = true;
			Arrival joined = exchange.joined;
			exchange.joined = null;
			if (joined != null) {
				settle(joined, Why.REPEATED);
			}
		}
	}

	/** A PUBACK or PUBREC leaves. */
	void acknowledged(int qos, int packetId) {
		this.tally.written++;
		release(qos, packetId);
	}

	/** A PUBACK or PUBREC does not leave any more, as the connection is being closed. */
	void refused(int qos, int packetId) {
		this.tally.refused++;
		release(qos, packetId);
	}

	private void release(int qos, int packetId) {
		for (Arrival arrival : this.lines.get(qos)) {
			if (!arrival.acknowledged && (arrival.packetId == packetId || !this.setup.settledOrder())) {
				this.violations.unless(arrival.packetId == packetId, "Packet ", packetId, " is acknowledged before ",
						arrival);
				this.violations.unless(arrival.settled != null, "Acknowledged without a reason: ", arrival);
				arrival.acknowledged = true;
				return;
			}
		}
		this.violations.add("Packet " + packetId + " is acknowledged and never came");
	}

	/**
	 * Whether every acknowledgement that may leave has left.
	 */
	void checkReleased() {
		ConnectionEpoch current = this.epoch;
		if (current == null || current.isRetired()) {
			return;
		}
		for (List<Arrival> line : this.lines) {
			for (Arrival arrival : line) {
				if (!arrival.acknowledged) {
					this.violations.unless(arrival.settled == null, "Held back: ", arrival, " ", arrival.settled);
					if (!this.setup.settledOrder()) {
						break;
					}
				}
			}
		}
	}

	/** How many arrivals were settled too late for their connection. */
	long stale() {
		return this.tally.refused + this.arrivals.stream()
			.filter((arrival) -> arrival.settled != null && !arrival.acknowledged && arrival.isRetired())
			.count();
	}

	/** How many arrivals were given back before a handler began. */
	long purged() {
		return this.arrivals.stream().filter((arrival) -> arrival.purged).count();
	}

	boolean isRetireDue() {
		return this.retireDue;
	}

	/**
	 * A QoS 2 message between its first PUBLISH and its PUBREL.
	 */
	private static final class Exchange {

		private final Copy copy;

		private @Nullable Arrival owner;

		private @Nullable Arrival joined;

		private boolean handled;

		private Exchange(Copy copy) {
			this.copy = copy;
		}

	}

}
