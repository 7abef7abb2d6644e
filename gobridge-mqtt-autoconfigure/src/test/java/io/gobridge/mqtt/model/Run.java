package io.gobridge.mqtt.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.MqttRouteDefinitionBuilder;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.session.Disconnection;

/**
 * Plays one script and then lets everything come to rest, checking all the way.
 */
final class Run {

	private static final List<String> TOPICS = List.of("a/1", "a/2", "b/1", "b/2", "c", "s/1", "x");

	private static final int ROUTES = 5;

	private static final int ROUNDS = 600;

	private final Random random;

	private final Violations violations;

	private final World world;

	private final Handlers handlers;

	private final Checks checks;

	private final List<ModelRoute> routes = new ArrayList<>();

	private boolean inside;

	private Run(long seed, boolean tracing) {
		this.random = new Random(seed ^ 0x5DEECE66DL);
		this.violations = new Violations(tracing);
		Setup setup = Setup.of(new Random(seed));
		this.violations.trace("seed ", seed, ", ", setup);
		this.world = new World(setup, this.random, this.violations);
		this.handlers = new Handlers(setup, this.random, this.world, this::meanwhile);
		this.checks = new Checks(this.world, TOPICS);
	}

	/**
	 * Plays a script.
	 * @return what was violated
	 */
	static Violations play(long seed, List<Step> steps, boolean tracing) {
		Run run = new Run(seed, tracing);
		try {
			run.play(steps);
		}
		catch (RuntimeException | Error ex) {
			run.violations.add(ex + " at "
					+ List.of(ex.getStackTrace())
						.stream()
						.map((frame) -> frame.getFileName() + ":" + frame.getLineNumber())
						.limit(12)
						.toList());
		}
		return run.violations;
	}

	private void play(List<Step> steps) {
		for (int i = this.random.nextInt(3); i > 0; i--) {
			register(this.random.nextInt(1000), this.random.nextInt(1000));
		}
		this.world.start();
		for (Step step : steps) {
			this.violations.trace("-- ", step);
			take(step);
			this.checks.now(step.action() == Step.Action.LOOP || step.action() == Step.Action.ADVANCE);
			if (!this.violations.isEmpty()) {
				return;
			}
		}
		rest();
	}

	private void take(Step step) {
		int a = step.a();
		int b = step.b();
		switch (step.action()) {
			case PUBLISH -> this.world.broker.publish(TOPICS.get(a % TOPICS.size()), b % 3);
			case REGISTER -> register(a, b);
			case UNREGISTER -> unregister(a);
			case PAUSE -> pause(a);
			case RESUME -> resume(a);
			case LOOP_ONE -> this.world.loop.runOne();
			case LOOP -> this.world.loop.runReady();
			case LANE -> lane(a);
			case LANES -> lanes();
			case WIRE -> read(1 + a % 4);
			case BROKER -> write(1 + a % 4);
			case ACCEPT -> this.world.broker.accept();
			case REFUSE -> this.world.broker.refuse();
			case DROP -> drop(b % 4);
			case FORGET -> this.world.broker.forget();
			case CLOCK -> this.world.delay(Duration.ofMillis(100L * (a % 400)));
			case ADVANCE -> this.world.loop.advance(Duration.ofMillis(100L * (a % 150)));
			case FINISH -> this.handlers.finish(a, b);
			case MOOD -> this.world.broker.good = a % 3 == 0;
			case RECOVER -> recover();
			case RECONCILE -> this.world.session.reconcile();
		}
	}

	private void register(int a, int b) {
		String id = "r" + a % ROUTES;
		if (this.world.expected.registered.stream().anyMatch((route) -> route.id.equals(id))) {
			return;
		}
		List<String> filters = new ArrayList<>();
		filters.add(World.FILTERS.get(b % World.FILTERS.size()));
		String other = World.FILTERS.get((b / 10) % World.FILTERS.size());
		if (b % 4 == 0 && !Filters.isShared(filters.get(0)) && !Filters.isShared(other) && !filters.contains(other)) {
			filters.add(other);
		}
		register(new ModelRoute(id, filters, b % 3, a % 3 == 0,
				((a / 3) % 2 == 0) ? OnFailure.REDELIVER : OnFailure.DROP), a % 7 == 0);
	}

	private void register(ModelRoute route, boolean paused) {
		MqttRouteDefinitionBuilder builder = MqttRouteDefinition.builder(route.id)
			.qos(route.qos)
			.onFailure(route.onFailure)
			.ackMode(route.manual ? AckMode.MANUAL : AckMode.AUTO)
			.autoStartup(!paused)
			.concurrency(1 + route.filters.size())
			.asyncHandler(this.handlers.of(route));
		for (String filter : route.filters) {
			if (Filters.isShared(filter)) {
				builder.group("g").topic(filter.substring("$share/g/".length()));
			}
			else {
				builder.topic(filter);
			}
		}
		this.violations.trace("register ", route, " at QoS ", route.qos, paused ? ", paused" : "");
		route.paused = paused;
		this.world.expected.registered.add(route);
		this.routes.add(route);
		this.world.registry.register(builder.build());
	}

	private void unregister(int which) {
		if (!this.world.expected.registered.isEmpty()) {
			unregister(List.copyOf(this.world.expected.registered).get(which % this.world.expected.registered.size()));
		}
	}

	private void unregister(ModelRoute route) {
		this.violations.trace("unregister ", route);
		route.registered = false;
		this.world.expected.registered.remove(route);
		route.unregistered = this.world.registry.unregister(route.id);
	}

	private void pause(int which) {
		if (!this.world.expected.registered.isEmpty()) {
			pause(List.copyOf(this.world.expected.registered).get(which % this.world.expected.registered.size()));
		}
	}

	private void pause(ModelRoute route) {
		this.violations.trace("pause ", route);
		this.world.expected.pause(route);
		this.world.registry.pause(route.id);
	}

	private void resume(int which) {
		List<ModelRoute> paused = this.world.expected.registered.stream().filter((route) -> route.paused).toList();
		if (!paused.isEmpty()) {
			resume(paused.get(which % paused.size()));
		}
	}

	private void resume(ModelRoute route) {
		this.violations.trace("resume ", route);
		this.world.expected.resume(route);
		this.world.registry.resume(route.id);
	}

	/** Other threads go on while a handler runs, which may also change its own route. */
	private void meanwhile(ModelRoute route) {
		if (this.inside || this.random.nextInt(6) != 0) {
			return;
		}
		this.inside = true;
		switch (this.random.nextInt(this.handlers.calm ? 4 : 7)) {
			case 0 -> read(2);
			case 1 -> write(2);
			case 2 -> this.world.loop.runOne();
			case 3 -> lane(this.random.nextInt(8));
			case 4 -> drop(this.random.nextInt(3));
			case 5 -> {
				if (route.registered) {
					unregister(route);
				}
			}
			default -> {
				if (route.registered) {
					pause(route);
				}
			}
		}
		this.inside = false;
	}

	private void lane(int which) {
		ArrayDeque<Runnable> lanes = (ArrayDeque<Runnable>) this.world.lanes;
		if (!lanes.isEmpty()) {
			for (int i = which % lanes.size(); i > 0; i--) {
				lanes.add(lanes.remove());
			}
			lanes.remove().run();
		}
	}

	private void lanes() {
		while (!this.world.lanes.isEmpty()) {
			this.world.lanes.remove().run();
		}
	}

	private void read(int count) {
		Link link = this.world.broker.link;
		if (link != null) {
			link.read(count);
		}
	}

	private void write(int count) {
		Link link = this.world.broker.link;
		if (link != null) {
			link.write(count);
		}
	}

	private void drop(int written) {
		Link link = this.world.broker.link;
		if (link != null && link.connected) {
			link.write(written);
			link.end(new Disconnection(Disconnection.Kind.LOST, -1, "end of stream", null));
		}
	}

	private void recover() {
		if (this.world.recovery && this.world.broker.isConnected()) {
			this.world.recovery = false;
			this.world.session.reconnect();
		}
	}

	/** Nothing fails any more, and everything goes on until nothing is left to do. */
	private void rest() {
		this.violations.trace("-- comes to rest");
		this.world.broker.good = true;
		this.handlers.calm = true;
		List.copyOf(this.world.expected.registered).stream().filter((route) -> route.paused).forEach(this::resume);
		if (!this.world.expected.registered.stream().anyMatch((route) -> route.matches("c"))) {
			// For the filter that is declared without a route.
			register(new ModelRoute("last", List.of("c"), 1, false, OnFailure.DROP), false);
		}
		int rounds = 0;
		do {
			goOn(Duration.ofSeconds(1));
			if (rounds++ > ROUNDS) {
				this.violations.add("No rest: " + this.checks.unrest(this.handlers));
			}
		}
		while (this.violations.isEmpty() && !this.checks.unrest(this.handlers).isEmpty());
		// From timer to timer, until there are none.
		for (int i = 0; i < ROUNDS && this.violations.isEmpty() && !this.world.loop.delays().isEmpty(); i++) {
			goOn(this.world.loop.delays().get(0));
		}
		if (this.violations.isEmpty()) {
			this.checks.atRest(this.routes);
		}
	}

	private void goOn(Duration duration) {
		this.world.broker.accept();
		for (int i = 0; i < 3; i++) {
			write(Integer.MAX_VALUE);
			this.world.loop.runReady();
			read(Integer.MAX_VALUE);
			this.world.loop.runReady();
			lanes();
			while (!this.handlers.isIdle()) {
				this.handlers.finish(0, 1);
			}
		}
		recover();
		this.world.loop.runReady();
		this.checks.now(true);
		this.world.loop.advance(duration);
		this.checks.now(true);
	}

}
