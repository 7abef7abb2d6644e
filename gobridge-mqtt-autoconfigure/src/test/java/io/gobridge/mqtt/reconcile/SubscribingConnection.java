package io.gobridge.mqtt.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.BareConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Writes down which SUBSCRIBE and UNSUBSCRIBE packets would have left, and lets the test
 * answer them.
 */
final class SubscribingConnection implements BareConnection {

	final List<String> sent = new ArrayList<>();

	final List<CompletableFuture<SubscriptionAck>> answers = new ArrayList<>();

	/** What the answers would be if the broker did as asked. */
	private final List<List<Integer>> asAsked = new ArrayList<>();

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
		answer(null, codes);
	}

	void answer(@Nullable String reason, Integer... codes) {
		this.asAsked.remove(0);
		this.answers.remove(0).complete(new SubscriptionAck(List.of(codes), reason));
	}

	/** The oldest packet that has not been answered never left. */
	void fail(RuntimeException failure) {
		this.asAsked.remove(0);
		this.answers.remove(0).completeExceptionally(failure);
	}

	void answerAsAsked() {
		answer(this.asAsked.get(0).toArray(Integer[]::new));
	}

	/** Answers nothing any more, as the connection has ended. */
	void cut() {
		List<CompletableFuture<SubscriptionAck>> open = List.copyOf(this.answers);
		this.answers.clear();
		this.asAsked.clear();
		open.forEach((answer) -> answer.completeExceptionally(new ConnectionClosedException("gone")));
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
		return send(packet.append((identifier != 0) ? " with identifier" : "").toString(),
				filters.stream().map(SubscriptionRequest::qos).toList());
	}

	@Override
	public CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
		return send("UNSUBSCRIBE " + String.join(" ", filters), filters.stream().map((filter) -> 0).toList());
	}

	private CompletableFuture<SubscriptionAck> send(String packet, List<Integer> codes) {
		this.sent.add(packet);
		this.asAsked.add(codes);
		CompletableFuture<SubscriptionAck> answer = new CompletableFuture<>();
		this.answers.add(answer);
		return answer;
	}

}
