package io.gobridge.mqtt.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.BareConnection;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Packets of both directions wait until a step takes them over.
 */
final class Link implements BareConnection {

	final boolean cleanStart;

	final ConnectionListener listener;

	final Deque<Runnable> toBroker = new ArrayDeque<>();

	final Deque<Runnable> toClient = new ArrayDeque<>();

	boolean connected;

	boolean sessionPresent;

	boolean over;

	private final SimulatedBroker broker;

	private final List<CompletableFuture<SubscriptionAck>> open = new ArrayList<>();

	private boolean closing;

	Link(SimulatedBroker broker, boolean cleanStart, ConnectionListener listener) {
		this.broker = broker;
		this.cleanStart = cleanStart;
		this.listener = listener;
	}

	/** Packets reach us. */
	void read(int count) {
		for (int i = 0; i < count && !this.over && !this.toClient.isEmpty(); i++) {
			this.toClient.remove().run();
		}
	}

	/** Packets reach the broker. */
	void write(int count) {
		for (int i = 0; i < count && !this.over && !this.toBroker.isEmpty(); i++) {
			this.toBroker.remove().run();
		}
	}

	void end(Disconnection reason) {
		if (this.over) {
			return;
		}
		this.over = true;
		this.broker.violations().trace("the connection ends: ", reason.message());
		List<CompletableFuture<SubscriptionAck>> unanswered = List.copyOf(this.open);
		unanswered.forEach((answer) -> answer.completeExceptionally(new ConnectionClosedException("gone")));
		this.broker.ended();
		if (this.connected) {
			this.broker.expected().ended();
		}
		this.listener.closed(reason);
	}

	private boolean send(Runnable packet) {
		if (this.over || this.closing) {
			return false;
		}
		this.toBroker.add(packet);
		return true;
	}

	@Override
	public boolean pubAck(int packetId, int reasonCode) {
		boolean sent = send(() -> this.broker.pubAck(packetId));
		if (sent) {
			this.broker.violations().trace("PUBACK ", packetId);
			this.broker.expected().acknowledged(1, packetId);
		}
		else {
			this.broker.expected().refused(1, packetId);
		}
		return sent;
	}

	@Override
	public boolean pubRec(int packetId, int reasonCode) {
		boolean sent = send(() -> this.broker.pubRec(this, packetId));
		if (sent) {
			this.broker.violations().trace("PUBREC ", packetId);
			this.broker.expected().acknowledged(2, packetId);
		}
		else {
			this.broker.expected().refused(2, packetId);
		}
		return sent;
	}

	@Override
	public void pubComp(int packetId, int reasonCode) {
		send(() -> this.broker.pubComp(packetId));
	}

	@Override
	public CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters, int identifier) {
		CompletableFuture<SubscriptionAck> answer = new CompletableFuture<>();
		List<String> names = filters.stream().map(SubscriptionRequest::filter).toList();
		this.broker.violations().trace("SUBSCRIBE ", names);
		this.broker.asks(names);
		ask(answer, () -> this.broker.subscribe(filters, identifier), (codes) -> {
		});
		return answer;
	}

	@Override
	public CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
		CompletableFuture<SubscriptionAck> answer = new CompletableFuture<>();
		this.broker.violations().trace("UNSUBSCRIBE ", filters);
		this.broker.checkUnwanted(filters);
		ask(answer, () -> this.broker.unsubscribe(filters), (codes) -> this.broker.unsubscribed(filters, codes));
		return answer;
	}

	private void ask(CompletableFuture<SubscriptionAck> answer, Question question, Answered answered) {
		boolean sent = send(() -> {
			List<Integer> codes = question.codes();
			if (codes != null) {
				this.toClient.add(() -> {
					this.broker.violations().trace("answered ", codes);
					answered.answered(codes);
					this.open.remove(answer);
					answer.complete(new SubscriptionAck(codes, null));
				});
			}
		});
		if (sent) {
			this.open.add(answer);
		}
		else {
			answer.completeExceptionally(new ConnectionClosedException("gone"));
		}
	}

	@Override
	public void close(Duration bound, int reasonCode) {
		Disconnection reason = new Disconnection(Disconnection.Kind.CLOSED, -1, "closed by this side", null);
		if (bound.isZero()) {
			end(reason);
		}
		else if (!this.closing) {
			send(() -> end(reason));
			this.closing = true;
		}
	}

	private interface Question {

		@Nullable List<Integer> codes();

	}

	private interface Answered {

		void answered(List<Integer> codes);

	}

}
