package io.gobridge.mqtt.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.BrokerConnector;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;

/**
 * The session of one client at a broker: subscriptions, queue, in-flight window. It does
 * something only when a step says so, and may answer badly.
 */
final class SimulatedBroker implements BrokerConnector {

	final Map<String, Subscription> subscriptions = new LinkedHashMap<>();

	/** What this process has asked for since the session began. */
	final Set<String> asked = new LinkedHashSet<>();

	/** When the session's thread has seen UNSUBACKs. */
	final Map<String, Long> gone = new HashMap<>();

	final List<Copy> copies = new ArrayList<>();

	/** Whether every answer is as asked. */
	boolean good = true;

	@Nullable Link link;

	/** When the session's thread has seen the newest connection. */
	long connectedAt;

	/** What is wanted by the newest plan. */
	Set<String> wanted = Set.of();

	private final Setup setup;

	private final Random random;

	private final SteppedClock clock;

	private final SteppedLoop loop;

	private final Expected expected;

	private final Violations violations;

	private final Deque<Copy> queue = new ArrayDeque<>();

	private final Map<Integer, Flight> flights = new LinkedHashMap<>();

	private boolean kept;

	private int messages;

	SimulatedBroker(Setup setup, Random random, SteppedClock clock, SteppedLoop loop, Expected expected,
			Violations violations) {
		this.setup = setup;
		this.random = random;
		this.clock = clock;
		this.loop = loop;
		this.expected = expected;
		this.violations = violations;
		if (setup.foreign() && setup.durable()) {
			this.kept = true;
			leaveForeign();
		}
	}

	/** Somebody else has subscribed in this session. */
	private void leaveForeign() {
		int[] identifiers = { 0, 77, World.identifierOf("a/#") };
		for (String filter : List.of("s/+", "a/1", "$share/g/b/+")) {
			if (this.random.nextBoolean()) {
				int identifier = this.setup.identifiers() ? identifiers[this.random.nextInt(3)] : 0;
				this.subscriptions.putIfAbsent(filter,
						new Subscription(filter, this.random.nextInt(3), identifier, false));
			}
		}
	}

	@Override
	public BrokerConnection connect(ConnectRequest request, PacketIdentifiers identifiers,
			ConnectionListener listener) {
		Link dialled = new Link(this, request.cleanStart(), listener);
		this.link = dialled;
		return dialled;
	}

	void accept() {
		Link dialled = this.link;
		if (dialled == null || dialled.connected || dialled.over) {
			return;
		}
		boolean present = this.kept && !dialled.cleanStart;
		if (!present) {
			forget();
			if (this.setup.foreign()) {
				leaveForeign();
			}
		}
		this.kept = true;
		dialled.connected = true;
		dialled.sessionPresent = present;
		this.violations.trace("CONNACK, Session Present = ", present);
		dialled.listener.connected(new ConnAck(present, 65535, 2, true, null, 0, true, this.setup.identifiers(), true,
				null, null, null, null));
		this.flights.forEach((packetId, flight) -> {
			if (flight.released) {
				release(dialled, packetId);
			}
			else {
				send(dialled, packetId, flight.copy, true);
			}
		});
		fill();
	}

	/** The session's thread has seen that this is a new session. */
	void knownToBeNew() {
		this.asked.clear();
		this.gone.clear();
	}

	void asks(List<String> filters) {
		this.asked.addAll(filters);
		this.gone.keySet().removeAll(filters);
	}

	void refuse() {
		Link dialled = this.link;
		if (dialled != null && !dialled.connected && !dialled.over) {
			dialled.end(new Disconnection(Disconnection.Kind.REFUSED, 0x88, "server unavailable", null));
		}
	}

	/** The connection has ended. */
	void ended() {
		if (!this.setup.durable()) {
			forget();
		}
	}

	/** The session is lost. */
	void forget() {
		Link current = this.link;
		if (current != null && current.connected && !current.over) {
			return;
		}
		this.queue.forEach((copy) -> copy.lost = true);
		this.flights.values().forEach((flight) -> flight.copy.lost = true);
		this.queue.clear();
		this.flights.clear();
		this.subscriptions.clear();
		this.kept = false;
	}

	boolean isConnected() {
		Link current = this.link;
		return current != null && current.connected && !current.over;
	}

	boolean isIdle() {
		return this.queue.isEmpty() && this.flights.isEmpty();
	}

	String backlog() {
		return this.flights + " and " + this.queue;
	}

	/** Somebody publishes. */
	void publish(String topic, int qos) {
		if (!this.kept) {
			return;
		}
		this.messages++;
		List<Subscription> plain = new ArrayList<>();
		for (Subscription subscription : this.subscriptions.values()) {
			if (Filters.matches(subscription.filter, topic)) {
				if (this.setup.copies() || Filters.isShared(subscription.filter)) {
					enqueue(topic, qos, List.of(subscription));
				}
				else {
					plain.add(subscription);
				}
			}
		}
		if (!plain.isEmpty()) {
			enqueue(topic, qos, plain);
		}
		fill();
	}

	private void enqueue(String topic, int qos, List<Subscription> of) {
		int granted = of.stream().mapToInt(Subscription::qos).max().orElseThrow();
		Copy copy = new Copy(this.copies.size(), this.messages, topic, Math.min(qos, granted),
				of.stream().map(Subscription::filter).toList(),
				of.stream().mapToInt(Subscription::identifier).filter((identifier) -> identifier != 0).toArray(),
				of.stream().allMatch(Subscription::ours));
		this.copies.add(copy);
		for (ModelRoute route : this.expected.table) {
			if (route.registered && copy.filters.stream().anyMatch(route.filters::contains)) {
				copy.wanted.add(route);
			}
		}
		this.violations.trace("published: ", copy);
		Link current = this.link;
		if (copy.qos > 0) {
			this.queue.add(copy);
		}
		else if (current != null && isConnected()) {
			send(current, 0, copy, false);
		}
	}

	private void fill() {
		Link current = this.link;
		int window = this.setup.receiveMaximum() + this.setup.excess();
		while (current != null && isConnected() && this.flights.size() < window && !this.queue.isEmpty()) {
			int packetId = 1;
			while (this.flights.containsKey(packetId)) {
				packetId++;
			}
			Copy copy = this.queue.remove();
			this.flights.put(packetId, new Flight(copy));
			send(current, packetId, copy, false);
		}
	}

	private void send(Link to, int packetId, Copy copy, boolean duplicate) {
		Arrival arrival = new Arrival(copy, packetId, duplicate, to.sessionPresent);
		to.toClient.add(() -> {
			this.violations.trace("PUBLISH ", packetId, duplicate ? " again: " : ": ", copy);
			to.listener.publish(arrival, packetId, copy.identifiers);
		});
	}

	private void release(Link to, int packetId) {
		to.toClient.add(() -> {
			this.violations.trace("PUBREL ", packetId);
			to.listener.released(packetId);
		});
	}

	void pubAck(int packetId) {
		Flight flight = this.flights.remove(packetId);
		this.violations.unless(flight != null && flight.copy.qos == 1, "The broker does not expect PUBACK ", packetId);
		fill();
	}

	void pubRec(Link from, int packetId) {
		Flight flight = this.flights.get(packetId);
		if (flight == null || flight.copy.qos != 2 || flight.released) {
			this.violations.add("The broker does not expect PUBREC " + packetId);
			return;
		}
		flight.released = true;
		release(from, packetId);
	}

	void pubComp(int packetId) {
		Flight flight = this.flights.remove(packetId);
		this.violations.unless(flight != null && flight.released, "The broker does not expect PUBCOMP ", packetId);
		fill();
	}

	Violations violations() {
		return this.violations;
	}

	Expected expected() {
		return this.expected;
	}

	void checkUnwanted(List<String> filters) {
		for (String filter : filters) {
			this.violations.unless(!this.wanted.contains(filter), "UNSUBSCRIBE of '", filter, "', which is wanted");
		}
	}

	private boolean isBad(int times) {
		return !this.good && this.random.nextInt(10) < times;
	}

	/**
	 * Carries out a SUBSCRIBE.
	 * @return the codes, or {@code null} where there is no answer
	 */
	@Nullable List<Integer> subscribe(List<SubscriptionRequest> requests, int identifier) {
		boolean silent = isBad(2);
		if (silent && this.random.nextBoolean()) {
			return null;
		}
		List<Integer> codes = new ArrayList<>();
		for (SubscriptionRequest request : requests) {
			if (isBad(2)) {
				codes.add(0x87);
				continue;
			}
			int qos = isBad(2) ? this.random.nextInt(request.qos() + 1) : request.qos();
			this.subscriptions.put(request.filter(), new Subscription(request.filter(), qos, identifier, true));
			codes.add(qos);
		}
		return silent ? null : codes;
	}

	/**
	 * Carries out an UNSUBSCRIBE.
	 * @return the codes, or {@code null} where there is no answer
	 */
	@Nullable List<Integer> unsubscribe(List<String> filters) {
		boolean silent = isBad(2);
		if (silent && this.random.nextBoolean()) {
			return null;
		}
		List<Integer> codes = new ArrayList<>();
		for (String filter : filters) {
			if (isBad(2)) {
				codes.add(0x83);
				continue;
			}
			codes.add((this.subscriptions.remove(filter) != null) ? 0 : 0x11);
			if (!this.setup.buffering()) {
				this.queue.removeIf((copy) -> {
					boolean unwanted = copy.filters.stream().noneMatch(this.subscriptions::containsKey);
					copy.lost |= unwanted;
					return unwanted;
				});
			}
		}
		if (isBad(1)) {
			codes.remove(codes.size() - 1);
		}
		return silent ? null : codes;
	}

	/** An UNSUBACK has come. */
	void unsubscribed(List<String> filters, List<Integer> codes) {
		this.loop.execute(() -> {
			for (int i = 0; i < codes.size(); i++) {
				if (codes.get(i) == 0 || codes.get(i) == 0x11) {
					this.gone.put(filters.get(i), this.clock.nanoTime());
				}
			}
		});
	}

	/**
	 * A subscription.
	 *
	 * @param filter the topic filter
	 * @param qos the granted QoS
	 * @param identifier the subscription identifier, or 0
	 * @param ours whether this process has made it
	 */
	record Subscription(String filter, int qos, int identifier, boolean ours) {
	}

	private static final class Flight {

		private final Copy copy;

		/** PUBREC has come. */
		private boolean released;

		private Flight(Copy copy) {
			this.copy = copy;
		}

		@Override
		public String toString() {
			return this.copy + (this.released ? " (released)" : "");
		}

	}

}
