package io.gobridge.mqtt.publish;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;

import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

/**
 * One message from its acceptance to the last answer of the broker. What can change is
 * guarded by the lock of {@link OutboundMessages}.
 */
final class PendingPublish {

	final OutboundPublish publish;

	final CompletableFuture<PublishResult> future = new CompletableFuture<>();

	final long deadline;

	/** While the caller waits for room: how it is woken. */
	@Nullable Condition room;

	/** 0 where it has none. */
	int packetId;

	/** On how many connections it was sent. */
	int connections;

	/** Whether it was sent on the connection of the moment and not answered. */
	boolean onWire;

	/** Whether its future has been, or is about to be, completed by us. */
	boolean ended;

	/** The reason code of a PUBREC that let it pass. */
	int receivedCode;

	@Nullable String receivedReason;

	/** The limits it was last held against. */
	@Nullable ConnAck checkedAgainst;

	PendingPublish(OutboundPublish publish, long deadline) {
		this.publish = publish;
		this.deadline = deadline;
	}

	String topic() {
		return this.publish.topic();
	}

	int qos() {
		return this.publish.qos();
	}

	/**
	 * Whether nobody waits for the result any more.
	 */
	boolean isOver() {
		return this.ended || this.future.isDone();
	}

	boolean isExpired(long now) {
		return this.deadline - now <= 0;
	}

}
