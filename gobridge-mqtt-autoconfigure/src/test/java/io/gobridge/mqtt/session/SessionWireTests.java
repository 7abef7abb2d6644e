package io.gobridge.mqtt.session;

import io.gobridge.mqtt.message.MqttDelivery;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for what a {@link ManagedSession} does with what comes over the wire, in and out
 * of season.
 */
class SessionWireTests {

	private final SessionFixture fixture = new SessionFixture();

	private void everything(ConnectionListener listener, int packetId) {
		listener.publish(delivery(), packetId, new int[0]);
		listener.poison(ConnectionListener.Poison.PAYLOAD, 1, packetId);
		listener.released(packetId);
		listener.answered(ConnectionListener.PublishAnswer.PUBACK, packetId, 0, null);
		listener.writable();
	}

	@Test
	void messagesGoStraightToTheEpoch() {
		this.fixture.connected();
		this.fixture.told.clear();
		everything(this.fixture.connector.last().listener(), 7);
		assertThat(this.fixture.told).containsExactly("message 7 of 1", "poison 7 of 1", "released 7 of 1", "PUBACK 7",
				"writable");
	}

	@Test
	void messagesBehindTheConnackDoNotWaitForTheSessionThread() {
		this.fixture.start();
		ConnectionListener listener = this.fixture.connector.last().listener();
		listener.connected(ScriptedConnector.ack(true));
		listener.publish(delivery(), 1, new int[0]);
		assertThat(this.fixture.told).containsExactly("open 1", "message 1 of 1");
	}

	@Test
	void endRetiresTheEpochBeforeTheSessionThreadKnows() {
		this.fixture.connected();
		this.fixture.connector.last().end(ScriptedConnector.lost());
		assertThat(this.fixture.inbound.epochs.get(0).isRetired()).isTrue();
		assertThat(this.fixture.told).doesNotContain("retired 1 true");
		this.fixture.loop.runReady();
		assertThat(this.fixture.told).contains("retired 1 true");
	}

	@Test
	void epochIsRetiredBeforeTheNextIsDialled() {
		this.fixture.connected();
		this.fixture.told.clear();
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.dials()).isEqualTo(1);
		assertThat(this.fixture.told).containsExactly("retired 1 true", "outbound retired 1");
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		assertThat(this.fixture.told).containsExactly("retired 1 true", "outbound retired 1", "open 2",
				"outbound open 2", "reconcile 2");
		assertThat(this.fixture.session.snapshot().epoch()).isEqualTo(2);
	}

	@Test
	void lateCallbacksOfAnOldConnectionAreIgnored() {
		this.fixture.connected();
		ConnectionListener old = this.fixture.connector.last().listener();
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		this.fixture.told.clear();
		everything(old, 7);
		old.connected(ScriptedConnector.ack(true));
		old.closed(ScriptedConnector.takenOver());
		this.fixture.loop.runReady();
		assertThat(this.fixture.told).isEmpty();
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.snapshot().takeovers()).isZero();
		assertThat(this.fixture.dials()).isEqualTo(2);
	}

	@Test
	void closedBeforeConnectedOpensNothing() {
		this.fixture.start();
		ConnectionListener listener = this.fixture.connector.last().listener();
		this.fixture.connector.last().end(ScriptedConnector.lost());
		listener.connected(ScriptedConnector.ack(true));
		everything(listener, 1);
		this.fixture.loop.runReady();
		assertThat(this.fixture.told).isEmpty();
		assertThat(this.fixture.state()).isEqualTo(SessionState.CONNECTING);
	}

	@Test
	void connectionThatEndsBeforeTheSessionThreadSawItIsRetired() {
		this.fixture.start();
		this.fixture.connector.last().accept(false);
		this.fixture.connector.last().end(ScriptedConnector.lost());
		this.fixture.loop.runReady();
		assertThat(this.fixture.told).containsExactly("open 1", "retired 1 true");
		assertThat(this.fixture.delay()).isPositive();
	}

	@Test
	void messagesBeforeAConnackGoNowhere() {
		this.fixture.start();
		this.fixture.connector.last().listener().publish(delivery(), 1, new int[0]);
		assertThat(this.fixture.told).isEmpty();
	}

	private static MqttDelivery delivery() {
		return mock(MqttDelivery.class);
	}

}
