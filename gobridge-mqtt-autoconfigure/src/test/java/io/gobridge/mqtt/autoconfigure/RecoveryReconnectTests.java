package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionSnapshot;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * At most one recovery in thirty seconds, also over a stop.
 */
class RecoveryReconnectTests {

	private final SteppedClock clock = new SteppedClock();

	private final SteppedLoop loop = new SteppedLoop(this.clock);

	private final CountingSession session = new CountingSession();

	private final RecoveryReconnect recovery = new RecoveryReconnect(this.loop, this.clock);

	RecoveryReconnectTests() {
		this.recovery.attach(this.session);
	}

	private void request() {
		this.recovery.request();
		this.loop.runReady();
	}

	@Test
	void requestsAreJoinedAndPutOff() {
		request();
		assertThat(this.session.reconnects).isOne();
		request();
		request();
		this.loop.advance(Duration.ofSeconds(29));
		assertThat(this.session.reconnects).isOne();
		this.loop.advance(Duration.ofSeconds(2));
		assertThat(this.session.reconnects).isEqualTo(2);
	}

	@Test
	void aRequestThatAStopCutOffDoesNotKeepLaterOnesAway() {
		request();
		request();
		this.loop.close();
		this.loop.open();
		this.recovery.started();
		request();
		this.loop.advance(Duration.ofSeconds(31));
		assertThat(this.session.reconnects).isEqualTo(2);
	}

	@Test
	void oneThatIsNotPutOffServesThoseThatAre() {
		request();
		request();
		this.recovery.requestNow();
		this.loop.runReady();
		assertThat(this.session.reconnects).isEqualTo(2);
		this.loop.advance(Duration.ofSeconds(31));
		assertThat(this.session.reconnects).isEqualTo(2);
		request();
		assertThat(this.session.reconnects).isEqualTo(3);
	}

	private static final class CountingSession implements MqttSession {

		private int reconnects;

		@Override
		public CompletableFuture<Void> reconnect() {
			this.reconnects++;
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public String name() {
			return "counting";
		}

		@Override
		public SessionState state() {
			return SessionState.ACTIVE;
		}

		@Override
		public SessionSnapshot snapshot() {
			throw new UnsupportedOperationException("nobody looks");
		}

		@Override
		public CompletableFuture<Reconciler.Outcome> reconcile() {
			throw new UnsupportedOperationException("nobody reconciles");
		}

	}

}
