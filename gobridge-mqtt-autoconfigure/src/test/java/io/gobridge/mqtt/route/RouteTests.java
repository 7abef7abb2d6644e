package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests of {@link Route} and {@link LaneThreads}.
 */
class RouteTests {

	// B24
	@Test
	void fourLanesKeepTheOrderOfEachTopicAndRunAtTheSameTime() {
		Route route = route("a/#", 4);
		route.open(new LaneSettings(LaneThreads.platform("b24"), 1_000, 1_000, 1));
		Map<String, List<Integer>> handled = new ConcurrentHashMap<>();
		AtomicInteger running = new AtomicInteger();
		AtomicInteger peak = new AtomicInteger();
		Random random = new Random(24);
		for (int i = 0; i < 100; i++) {
			for (String topic : List.of("a/1", "a/2", "a/3", "a/4", "a/5")) {
				int number = i;
				long nanos = random.nextInt(300_000);
				route.lane(topic).offer(new TestTask(1, () -> {
					peak.accumulateAndGet(running.incrementAndGet(), Math::max);
					LockSupport.parkNanos(nanos);
					handled.computeIfAbsent(topic, (key) -> new ArrayList<>()).add(number);
					running.decrementAndGet();
				}));
			}
		}
		await().until(route::isIdle);
		assertThat(handled).hasSize(5)
			.allSatisfy((topic, numbers) -> assertThat(numbers)
				.containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList()));
		assertThat(peak).hasValueBetween(2, 4);
	}

	@Test
	void oneTopicIsAlwaysOnOneLaneAndTopicsSpreadOverAll() {
		Route route = route("a/#", 4);
		route.open(new LaneSettings(Runnable::run, 10, 10, 1));
		Map<Lane, Long> lanes = IntStream.range(0, 1_000)
			.mapToObj((i) -> route.lane("a/" + i))
			.collect(Collectors.groupingBy((lane) -> lane, Collectors.counting()));
		assertThat(lanes).hasSize(4).allSatisfy((lane, topics) -> assertThat(topics).isBetween(150L, 350L));
		assertThat(route.lane("a/" + "x")).isSameAs(route.lane("a/x"));
	}

	@Test
	void takesTheNumberOfLanesFromTheSettingsWhereTheDefinitionDoesNotSay() {
		Route route = new Route(MqttRouteDefinition.builder("r").topic("a/#").handler((delivery) -> {
		}).build(), "default");
		assertThatIllegalStateException().isThrownBy(() -> route.lane("a"));
		route.open(new LaneSettings(Runnable::run, 10, 10, 3));
		long lanes = IntStream.range(0, 100).mapToObj((i) -> route.lane("a/" + i)).distinct().count();
		assertThat(lanes).isEqualTo(3);
	}

	@Test
	void aThousandIdleRoutesHaveNoThread() {
		List<Route> routes = new ArrayList<>();
		Executor threads = LaneThreads.platform("thousand");
		for (int i = 0; i < 1_000; i++) {
			Route route = route("a/" + i, 4);
			route.open(new LaneSettings(threads, 192, 1_000, 1));
			routes.add(route);
		}
		assertThat(laneThreads()).isEmpty();
		AtomicInteger ran = new AtomicInteger();
		routes.get(500).lane("a/500").offer(new TestTask(1, ran::incrementAndGet));
		await().untilAsserted(() -> assertThat(ran).hasValue(1));
		assertThat(laneThreads()).hasSize(1).allMatch(Thread::isDaemon);
	}

	private static List<Thread> laneThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("gobridge-mqtt-thousand-lane-"))
			.toList();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void runsLanesOnVirtualThreads() {
		Route route = route("a", 1);
		route.open(new LaneSettings(LaneThreads.virtual("v"), 10, 10, 1));
		StringBuffer name = new StringBuffer();
		route.lane("a").offer(new TestTask(1, () -> name.append(Thread.currentThread())));
		await().untilAsserted(() -> assertThat(name).contains("VirtualThread", "gobridge-mqtt-v-lane-"));
	}

	@Test
	void pausesPurgesAndStopsAllLanes() {
		Route route = route("a/#", 4);
		route.pauseLanes();
		route.open(new LaneSettings(LaneThreads.platform("all"), 100, 100, 1));
		route.pauseLanes();
		AtomicInteger ran = new AtomicInteger();
		for (int i = 0; i < 40; i++) {
			int number = i;
			route.lane("a/" + i).offer(new TestTask(1, ran::incrementAndGet, () -> number < 10));
		}
		assertThat(route.purge()).isEqualTo(10);
		assertThat(route.isIdle()).isTrue();
		route.resumeLanes();
		await().untilAsserted(() -> assertThat(ran).hasValue(30));
		route.stopLanes();
		assertThat(route.lane("a/1").offer(new TestTask(1, ran::incrementAndGet))).isFalse();
		route.open(new LaneSettings(LaneThreads.platform("all"), 100, 100, 1));
		assertThat(route.lane("a/1").offer(new TestTask(1, ran::incrementAndGet))).isTrue();
		await().untilAsserted(() -> assertThat(ran).hasValue(31));
	}

	@Test
	void countsInItsSnapshot() {
		Route route = new Route(
				MqttRouteDefinition.builder("r").topic("s/{site}/t", "u/#").group("g").handler((delivery) -> {
				}).build(), "default");
		route.countHandled();
		route.countHandled();
		route.countFailed();
		route.countDeadLettered();
		assertThat(route.snapshot()).isEqualTo(new MqttRouteSnapshot("r", "default", List.of("s/{site}/t", "u/#"),
				List.of("$share/g/s/+/t", "$share/g/u/#"), RouteState.RUNNING, 2, 1, 1));
	}

	private static Route route(String topic, int concurrency) {
		return new Route(
				MqttRouteDefinition.builder(topic).topic(topic).concurrency(concurrency).handler((delivery) -> {
				}).build(), "default");
	}

}
