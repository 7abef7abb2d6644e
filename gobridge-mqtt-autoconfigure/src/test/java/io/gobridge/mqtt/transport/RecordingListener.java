package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Keeps what a connection tells, and checks what holds for every connection: the CONNACK
 * comes first, the end comes once and last.
 */
class RecordingListener implements ConnectionListener {

	static final Duration PATIENCE = Duration.ofSeconds(20);

	final List<Received> received = new CopyOnWriteArrayList<>();

	final List<Answer> answers = new CopyOnWriteArrayList<>();

	final List<Integer> released = new CopyOnWriteArrayList<>();

	final List<Poison> poison = new CopyOnWriteArrayList<>();

	final AtomicInteger writable = new AtomicInteger();

	final AtomicInteger ends = new AtomicInteger();

	final List<String> violations = new CopyOnWriteArrayList<>();

	volatile @Nullable ConnAck ack;

	volatile @Nullable Disconnection end;

	volatile @Nullable Thread reader;

	@Override
	public void connected(ConnAck ack) {
		told("connected");
		this.reader = Thread.currentThread();
		this.ack = ack;
	}

	@Override
	public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		toldAfterConnect("publish");
		this.received.add(new Received(delivery, packetId, subscriptionIdentifiers));
	}

	@Override
	public void poison(Poison kind, int qos, int packetId) {
		toldAfterConnect("poison");
		this.poison.add(kind);
	}

	@Override
	public void released(int packetId) {
		toldAfterConnect("released");
		this.released.add(packetId);
	}

	@Override
	public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
		toldAfterConnect("answered");
		this.answers.add(new Answer(kind, packetId, reasonCode, reasonString));
	}

	@Override
	public void writable() {
		told("writable");
		this.writable.incrementAndGet();
	}

	@Override
	public void closed(Disconnection reason) {
		this.end = reason;
		if (this.ends.incrementAndGet() != 1) {
			this.violations.add("closed twice");
		}
	}

	private void toldAfterConnect(String what) {
		told(what);
		if (this.ack == null) {
			this.violations.add(what + " before connected");
		}
		if (Thread.currentThread() != this.reader) {
			this.violations.add(what + " on " + Thread.currentThread());
		}
	}

	private void told(String what) {
		if (this.end != null) {
			this.violations.add(what + " after closed");
		}
	}

	ConnAck awaitConnected() {
		await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> this.ack != null || this.end != null);
		assertThat(this.end).as("end").isNull();
		return Objects.requireNonNull(this.ack);
	}

	Disconnection awaitClosed() {
		return awaitClosed(PATIENCE);
	}

	Disconnection awaitClosed(Duration bound) {
		await().pollInterval(Duration.ofMillis(5)).atMost(bound).until(() -> this.end != null);
		assertThat(this.violations).isEmpty();
		return Objects.requireNonNull(this.end);
	}

	void awaitReceived(int count) {
		await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> this.received.size() >= count);
	}

	void awaitAnswers(int count) {
		await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> this.answers.size() >= count);
	}

	record Received(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
	}

	record Answer(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
	}

}
