package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;

/**
 * Writes down which SUBSCRIBE and UNSUBSCRIBE packets would have left, and lets the test
 * answer them.
 */
final class SubscribingConnection implements BrokerConnection {

	final List<String> sent = new ArrayList<>();

	final List<CompletableFuture<SubscriptionAck>> answers = new ArrayList<>();

	private boolean identifiers = true;

	private boolean wildcards = true;

	private boolean shared = true;

	SubscribingConnection withoutIdentifiers() {
		this.identifiers = false;
		return this;
	}

	SubscribingConnection withoutWildcardsAndGroups() {
		this.wildcards = false;
		this.shared = false;
		return this;
	}

	ConnectionEpoch epoch(long number, boolean sessionPresent) {
		return new ConnectionEpoch(number, new ConnAck(sessionPresent, 65535, 2, true, null, 0, this.wildcards,
				this.identifiers, this.shared, null, null, null, null), this, Instant.EPOCH);
	}

	/** Answers the oldest packet that has not been answered. */
	void answer(Integer... codes) {
		this.answers.remove(0).complete(new SubscriptionAck(List.of(codes), null));
	}

	@Override
	public CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters, int identifier) {
		StringBuilder packet = new StringBuilder("SUBSCRIBE");
		for (SubscriptionRequest request : filters) {
			packet.append(' ')
				.append(request.filter())
				.append(':')
				.append(request.qos())
				.append(':')
				.append(request.retainHandling());
		}
		return send(packet.append((identifier != 0) ? " with identifier" : "").toString());
	}

	@Override
	public CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
		return send("UNSUBSCRIBE " + String.join(" ", filters));
	}

	private CompletableFuture<SubscriptionAck> send(String packet) {
		this.sent.add(packet);
		CompletableFuture<SubscriptionAck> answer = new CompletableFuture<>();
		this.answers.add(answer);
		return answer;
	}

	@Override
	public boolean pubAck(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("reconciliation settles nothing");
	}

	@Override
	public boolean pubRec(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("reconciliation settles nothing");
	}

	@Override
	public void pubComp(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("reconciliation settles nothing");
	}

	@Override
	public void pubRel(int packetId) {
		throw new UnsupportedOperationException("reconciliation settles nothing");
	}

	@Override
	public boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
		throw new UnsupportedOperationException("reconciliation publishes nothing");
	}

	@Override
	public int sizeOf(OutboundPublish publish) {
		throw new UnsupportedOperationException("reconciliation publishes nothing");
	}

	@Override
	public void close(Duration bound, int reasonCode) {
		throw new UnsupportedOperationException("reconciliation closes nothing");
	}

}
