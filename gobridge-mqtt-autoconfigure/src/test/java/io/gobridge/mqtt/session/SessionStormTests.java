package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.gobridge.mqtt.session.event.MqttSessionConnectedEvent;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ManagedSession} on its real thread, with many connections and callers.
 */
class SessionStormTests {

	private static final int CYCLES = 200;

	private final PacketIdentifiers identifiers = new PacketIdentifiers();

	private final List<MqttSessionEvent> events = new CopyOnWriteArrayList<>();

	private final AtomicInteger opened = new AtomicInteger();

	private final AtomicInteger retired = new AtomicInteger();

	private final ExecutorService wire = Executors.newSingleThreadExecutor();

	private final ScriptedConnector connector = new ScriptedConnector(this.wire);

	@BeforeEach
	void acceptEveryConnection() {
		this.connector.always((dial) -> {
			if (!dial.isEnded()) {
				dial.accept(true);
			}
		});
	}

	@AfterEach
	void shutdown() {
		this.wire.shutdown();
	}

	@Test
	void twoHundredReconnectsLeaveNothingBehind() throws Exception {
		ManagedSession session = session("storm");
		try {
			session.start();
			session.firstConnection().get(10, TimeUnit.SECONDS);
			Set<String> before = threads("storm");
			for (int cycle = 0; cycle < CYCLES; cycle++) {
				session.reconnect().get(10, TimeUnit.SECONDS);
			}
			assertThat(session.snapshot().epoch()).isEqualTo(CYCLES + 1);
			assertThat(session.snapshot().reconnects()).isEqualTo(CYCLES);
			assertThat(session.statistics().recoveries()).isEqualTo(CYCLES);
			assertThat(threads("storm")).isSubsetOf(before);
			assertThat(this.connector.mostOpen()).isEqualTo(1);
			assertThat(this.retired).hasValue(CYCLES);
		}
		finally {
			session.stop();
		}
		assertThat(this.retired).hasValue(this.opened.get());
		assertThat(this.connector.open()).isZero();
		assertThat(this.identifiers.inUse()).isZero();
		assertThat(this.events).filteredOn(MqttSessionConnectedEvent.class::isInstance).hasSize(CYCLES + 1);
		await().untilAsserted(() -> assertThat(threads("storm")).isEmpty());
	}

	@Test
	void callersOfEveryKindAllGetAnAnswerThoughTheSessionStops() throws Exception {
		ManagedSession session = session("callers");
		ExecutorService callers = Executors.newFixedThreadPool(4);
		List<CompletableFuture<?>> answers = new CopyOnWriteArrayList<>();
		try {
			session.start();
			session.firstConnection().get(10, TimeUnit.SECONDS);
			AtomicInteger asked = new AtomicInteger();
			List<CompletableFuture<Void>> work = IntStream.range(0, 4)
				.mapToObj((caller) -> CompletableFuture.runAsync(() -> {
					for (int n = 0; n < 200; n++) {
						answers.add((n % 10 == 0) ? session.reconnect() : session.reconcile());
						asked.incrementAndGet();
					}
				}, callers))
				.toList();
			await().until(() -> asked.get() > 100);
			session.stop();
			for (CompletableFuture<Void> one : work) {
				one.get(10, TimeUnit.SECONDS);
			}
		}
		finally {
			session.stop();
			callers.shutdown();
		}
		assertThat(answers).hasSize(800);
		await().untilAsserted(() -> assertThat(answers).allMatch(CompletableFuture::isDone));
		assertThat(this.connector.mostOpen()).isEqualTo(1);
		assertThat(this.retired).hasValue(this.opened.get());
		assertThat(session.state()).isEqualTo(SessionState.STOPPED);
	}

	@Test
	void startsAndStopsAgainAndAgain() throws Exception {
		ManagedSession session = session("again");
		try {
			for (int n = 0; n < 20; n++) {
				session.start();
				if (n % 2 == 0) {
					session.firstConnection().get(10, TimeUnit.SECONDS);
				}
				session.stop();
				assertThat(session.state()).isEqualTo(SessionState.STOPPED);
			}
		}
		finally {
			session.stop();
		}
		assertThat(this.connector.mostOpen()).isEqualTo(1);
		assertThat(this.retired).hasValue(this.opened.get());
		await().untilAsserted(() -> assertThat(threads("again")).isEmpty());
	}

	@Test
	void listenerThatNeverReturnsDoesNotHoldUpTheStop() throws Exception {
		CompletableFuture<Void> release = new CompletableFuture<>();
		ManagedSession session = session(
				SessionSettings.builder("slow").clientId("slow").drainTimeout(Duration.ZERO).build(),
				(event) -> release.join());
		session.start();
		await().until(() -> session.state() == SessionState.ACTIVE);
		CompletableFuture<Reconciler.Outcome> waiting = session.reconcile();
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		session.stop(() -> stopped.complete(null));
		stopped.get(10, TimeUnit.SECONDS);
		assertThat(session.state()).isEqualTo(SessionState.STOPPED);
		// Answered after the stop has been, so that a caller who blocks cannot hold it
		// up.
		await().until(session.firstConnection()::isCompletedExceptionally);
		release.complete(null);
		await().until(waiting::isDone);
	}

	private ManagedSession session(String name) {
		return session(SessionSettings.builder(name).clientId(name).drainTimeout(Duration.ofSeconds(1)).build(),
				this.events::add);
	}

	private ManagedSession session(SessionSettings settings, Consumer<MqttSessionEvent> listener) {
		InboundFlow inbound = mock(InboundFlow.class);
		given(inbound.isIdle()).willReturn(true);
		given(inbound.open(any())).willAnswer((call) -> {
			this.opened.incrementAndGet();
			InboundFlow.OfEpoch flow = mock(InboundFlow.OfEpoch.class);
			willAnswer((retire) -> this.retired.incrementAndGet()).given(flow).retired();
			return flow;
		});
		return new ManagedSession(settings, this.connector, this.identifiers, inbound, mock(OutboundFlow.class),
				SessionHistory.NONE, (epoch) -> CompletableFuture.completedFuture(Reconciler.Outcome.CONVERGED),
				SessionClock.SYSTEM, SessionLoops.singleThread(settings.name()), listener);
	}

	private static Set<String> threads(String session) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("gobridge-mqtt-" + session))
			.collect(Collectors.toSet());
	}

}
