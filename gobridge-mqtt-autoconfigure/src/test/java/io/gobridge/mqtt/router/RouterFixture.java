package io.gobridge.mqtt.router;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.InboundFlow;
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * A router that is stepped: lanes and timers run only when the test lets them.
 */
abstract class RouterFixture {

	static final Duration GRACE = Duration.ofSeconds(30);

	static final int[] NONE = {};

	final Deque<Runnable> lanes = new ArrayDeque<>();

	/** Gets the lanes that have something to run. */
	Executor executor = this.lanes::add;

	final List<Route> routes = new ArrayList<>();

	final List<String> handled = new ArrayList<>();

	final List<Acknowledgment> acknowledgments = new ArrayList<>();

	final AtomicInteger recoveries = new AtomicInteger();

	final RecordedConnection connection = new RecordedConnection();

	final SteppedClock clock = new SteppedClock();

	final SteppedLoop loop = new SteppedLoop(this.clock);

	final List<String> orphans = new ArrayList<>();

	@Nullable DeadLetterStore deadLetters;

	final List<DeadLetterMetadata> deadLettered = new ArrayList<>();

	boolean durable = true;

	long maxHeldBytes = Long.MAX_VALUE;

	Router router = router(AckOrder.RECEIVED, 8);

	Router router(AckOrder order, int receiveMaximum) {
		return new Router(
				new RouterSettings("test", this.durable, receiveMaximum, this.maxHeldBytes, order, OnFailure.DROP,
						GRACE, new RouterSettings.Retry(2, Duration.ofMillis(1), 1.0, Duration.ofMillis(1))),
				new LaneSettings((lane) -> this.executor.execute(lane), receiveMaximum, 4, 1), this.loop, this.clock,
				new RouterPorts(this.recoveries::incrementAndGet, (topic, identifiers) -> this.orphans.add(topic),
						ReceiveObservations.NONE, this.deadLetters, this.deadLettered::add));
	}

	void route(MqttRouteDefinition definition) {
		DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of("default"), "default");
		registry.register(definition);
		this.routes.addAll(registry.routes("default"));
		this.router.routes(this.routes, plan());
	}

	SubscriptionPlan plan() {
		return SubscriptionPlan.of(this.routes.stream()
			.flatMap((route) -> route.definition()
				.filters()
				.stream()
				.map((filter) -> new Demand(route.id(), filter, 1, false, false, Demand.Retained.UNSPECIFIED)))
			.toList());
	}

	/**
	 * Says what the application wants: the filters of the routes and these.
	 */
	void wanted(String... filters) {
		coverage(List.of(filters), List.of());
	}

	void coverage(List<String> held, List<String> removed) {
		List<TopicFilter> all = new ArrayList<>(held.stream().map(TopicFilter::of).toList());
		this.routes.forEach((route) -> all.addAll(route.definition().filters()));
		this.router.coverage(Coverage.of(all, removed.stream().map(TopicFilter::of).toList()));
	}

	MqttRouteDefinition automatic(String id, String topic) {
		return MqttRouteDefinition.builder(id)
			.topic(topic)
			.handler((delivery) -> this.handled.add(id + ":" + ((Delivered) delivery).text()))
			.build();
	}

	MqttRouteDefinition manual(String id, String topic) {
		return MqttRouteDefinition.builder(id)
			.topic(topic)
			.ackMode(AckMode.MANUAL)
			.handler((delivery, acknowledgment) -> {
				this.handled.add(id + ":" + ((Delivered) delivery).text());
				this.acknowledgments.add(acknowledgment);
			})
			.build();
	}

	MqttRouteDefinition failing(String id, String topic, OnFailure onFailure, Throwable failure) {
		return MqttRouteDefinition.builder(id).topic(topic).onFailure(onFailure).handler((delivery) -> {
			this.handled.add(id);
			sneakyThrow(failure);
		}).build();
	}

	@SuppressWarnings("unchecked")
	static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

	InboundFlow.OfEpoch open(long number, boolean sessionPresent) {
		return this.router.open(this.connection.epoch(number, sessionPresent));
	}

	void runLanes() {
		Runnable lane;
		while ((lane = this.lanes.poll()) != null) {
			lane.run();
		}
	}

	static Delivered delivered(String topic, String text, int qos) {
		return new Delivered(topic, text, qos, false);
	}

	static int identifier(SubscriptionPlan plan, String filter) {
		return plan.subscriptions()
			.stream()
			.filter((subscription) -> subscription.filter().value().equals(filter))
			.findFirst()
			.orElseThrow()
			.identifier();
	}

	void retire(InboundFlow.OfEpoch epoch) {
		((EpochRouter) epoch).epoch().retire();
		epoch.retired();
	}

}
