package io.gobridge.mqtt.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.gobridge.mqtt.session.event.MqttMigrationRequiredEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The history of a session is read before it dials, and may object to what the broker
 * says.
 */
class SessionMigrationTests {

	private static final MigrationRequired MIGRATION = new MigrationRequired("the past is unknown", List.of("old/#"),
			List.of("give the baseline", "allow a clean start"));

	private final SessionFixture fixture = new SessionFixture();

	@Test
	void nothingIsDialledBeforeTheHistoryIsRead() {
		this.fixture.history.loaded = new CompletableFuture<>();
		this.fixture.start();
		assertThat(this.fixture.dials()).isZero();
		CompletableFuture<Void> reconnect = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isZero();
		this.fixture.history.loaded.complete(null);
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isOne();
		this.fixture.accept(false);
		assertThat(reconnect).isCompleted();
	}

	@Test
	void aHistoryThatCannotBeReadIsNotAnEmptyOne() {
		this.fixture.history.loaded = CompletableFuture
			.failedFuture(new CompletionException(new IllegalStateException("store.db is in use")));
		this.fixture.start();
		assertThat(this.fixture.dials()).isZero();
		assertThat(this.fixture.lastError()).contains("history").contains("store.db is in use");
		this.fixture.history.loaded = CompletableFuture.completedFuture(null);
		this.fixture.advance(this.fixture.delay());
		assertThat(this.fixture.dials()).isOne();
		this.fixture.accept(false);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void aStopWhileTheHistoryIsReadDialsNothing() {
		CompletableFuture<Void> loaded = new CompletableFuture<>();
		this.fixture.history.loaded = loaded;
		this.fixture.start();
		this.fixture.session.stop(() -> {
		});
		this.fixture.loop.runReady();
		loaded.complete(null);
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isZero();
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
	}

	@Test
	void anUnknownPastMayBeEndedByACleanStart() {
		this.fixture.history.cleanStart = true;
		this.fixture.start();
		assertThat(this.fixture.connector.last().request().cleanStart()).isTrue();
		this.fixture.history.cleanStart = false;
		this.fixture.accept(false);
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		assertThat(this.fixture.connector.last().request().cleanStart()).isFalse();
	}

	@Test
	void anObjectionTakesNothingOfTheConnectionAndStaysDownUntilADecision() {
		this.fixture.history.objection = MIGRATION;
		this.fixture.start();
		this.fixture.accept(true);
		this.fixture.connector.last().listener().poison(ConnectionListener.Poison.PAYLOAD, 1, 5);
		assertThat(this.fixture.told).noneMatch((told) -> told.startsWith("open") || told.startsWith("poison"));
		assertThat(this.fixture.connector.last().written()).containsExactly("DISCONNECT 0 within PT1S");
		assertThat(this.fixture.state()).isEqualTo(SessionState.MIGRATION_REQUIRED);
		assertThat(this.fixture.session.snapshot().migration()).isEqualTo(MIGRATION);
		assertThat(this.fixture.eventNames()).containsExactly(MqttMigrationRequiredEvent.class.getSimpleName());
		assertThat(this.fixture.loop.delays()).as("nothing is dialled by itself").isEmpty();
		assertThat(this.fixture.session.reconcile()).satisfies((future) -> {
			this.fixture.loop.runReady();
			assertThat(future).isCompletedExceptionally();
		});
		this.fixture.history.objection = null;
		CompletableFuture<Void> decided = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		this.fixture.accept(true);
		assertThat(decided).isCompleted();
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.snapshot().migration()).isNull();
	}

	@Test
	void aMigrationOnAConnectionEndsItAndWhatItDeliveredIsStale() {
		this.fixture.connected();
		ConnectionEpoch epoch = this.fixture.inbound.epochs.get(0);
		this.fixture.connector.last().deaf();
		this.fixture.session.requireMigration(MIGRATION);
		this.fixture.session.requireMigration(new MigrationRequired("later", List.of(), List.of()));
		this.fixture.loop.runReady();
		assertThat(epoch.isRetired()).isTrue();
		assertThat(this.fixture.state()).isEqualTo(SessionState.MIGRATION_REQUIRED);
		CompletableFuture<Void> decided = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).as("the connection has not ended yet").isOne();
		this.fixture.end(closed());
		assertThat(this.fixture.dials()).isEqualTo(2);
		this.fixture.accept(true);
		assertThat(decided).isCompleted();
		assertThat(this.fixture.eventNames().stream().filter("MqttMigrationRequiredEvent"::equals)).hasSize(1);
	}

	@Test
	void aMigrationBetweenTwoConnectionsCancelsTheNextDial() {
		this.fixture.connected();
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.session.requireMigration(MIGRATION);
		this.fixture.loop.runReady();
		assertThat(this.fixture.loop.delays()).isEmpty();
		assertThat(this.fixture.dials()).isOne();
		assertThat(this.fixture.state()).isEqualTo(SessionState.MIGRATION_REQUIRED);
	}

	@Test
	void aSessionThatWaitsForADecisionStops() {
		this.fixture.history.objection = MIGRATION;
		this.fixture.start();
		this.fixture.accept(true);
		this.fixture.session.stop(() -> {
		});
		this.fixture.loop.runReady();
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
		assertThat(this.fixture.session.snapshot().migration()).isNull();
	}

	private static Disconnection closed() {
		return new Disconnection(Disconnection.Kind.CLOSED, -1, "closed by this side", null);
	}

}
