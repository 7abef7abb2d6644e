package io.gobridge.mqtt.publish;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.PacketIdentifiers;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The messages of one session, with futures that end on the calling thread.
 */
final class PublishFixture {

	final ManualTime time = new ManualTime();

	final PacketIdentifiers identifiers = new PacketIdentifiers();

	final OutboundMessages messages;

	FakeConnection connection = new FakeConnection();

	private @Nullable ConnectionEpoch epoch;

	private long epochs;

	PublishFixture() {
		this(PublishSettings.DEFAULT);
	}

	PublishFixture(PublishSettings settings) {
		this.messages = new OutboundMessages("s", settings, this.identifiers, this.time, this.time, Runnable::run);
	}

	PublishFixture connect(boolean sessionPresent, int receiveMaximum) {
		return connect(connAck(sessionPresent, receiveMaximum, 2, true, null));
	}

	PublishFixture connect(ConnAck ack) {
		this.connection = new FakeConnection();
		return connect(ack, this.connection);
	}

	PublishFixture connect(ConnAck ack, BrokerConnection over) {
		this.epoch = new ConnectionEpoch(++this.epochs, ack, over, Instant.EPOCH);
		this.messages.opened(this.epoch);
		return this;
	}

	void disconnect() {
		ConnectionEpoch ended = this.epoch;
		assertThat(ended).isNotNull();
		ended.retire();
		this.messages.retired(ended);
		this.epoch = null;
	}

	static ConnAck connAck(boolean sessionPresent, int receiveMaximum, int maximumQos, boolean retainAvailable,
			@Nullable Long maximumPacketSize) {
		return new ConnAck(sessionPresent, receiveMaximum, maximumQos, retainAvailable, maximumPacketSize, 0, true,
				true, true, null, null, null, null);
	}

	static OutboundPublish message(String topic, int qos) {
		return new OutboundPublish(topic, topic.getBytes(StandardCharsets.UTF_8), qos, false, false, null, null, null,
				null, UserProperties.empty());
	}

	CompletableFuture<PublishResult> publish(String topic, int qos) {
		return this.messages.send(message(topic, qos), null);
	}

	List<CompletableFuture<PublishResult>> publish(String prefix, int qos, int count) {
		return IntStream.rangeClosed(1, count).mapToObj((i) -> publish(prefix + i, qos)).toList();
	}

	void pubAck(int packetId) {
		this.messages.answered(PublishAnswer.PUBACK, packetId, 0, null);
	}

	void pubRec(int packetId) {
		this.messages.answered(PublishAnswer.PUBREC, packetId, 0, null);
	}

	void pubComp(int packetId) {
		this.messages.answered(PublishAnswer.PUBCOMP, packetId, 0, null);
	}

	long count(PublishOutcome outcome) {
		return this.messages.statistics().count(outcome);
	}

	static MqttPublishException failure(CompletableFuture<PublishResult> future) {
		assertThat(future).isDone();
		Throwable thrown = catchThrowable(future::join);
		assertThat(thrown).isInstanceOf(CompletionException.class);
		assertThat(thrown.getCause()).isInstanceOf(MqttPublishException.class);
		return (MqttPublishException) thrown.getCause();
	}

}
