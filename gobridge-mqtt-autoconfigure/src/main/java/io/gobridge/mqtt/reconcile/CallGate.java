package io.gobridge.mqtt.reconcile;

import java.util.ArrayDeque;
import java.util.Deque;

import io.gobridge.mqtt.RunsOn;

/**
 * Lets one conversation with the broker about subscriptions happen at a time:
 * reconciliations, and removals of what orphans come from. In the order of arrival;
 * nobody waits in it with a thread.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class CallGate {

	private final Deque<Runnable> waiting = new ArrayDeque<>();

	private boolean taken;

	/**
	 * Begins now, or when those before have left.
	 * @param conversation begins the conversation, which ends with {@link #leave()}
	 */
	void enter(Runnable conversation) {
		if (this.taken) {
			this.waiting.add(conversation);
			return;
		}
		this.taken = true;
		conversation.run();
	}

	/**
	 * Gives up waiting.
	 * @return whether it was waiting
	 */
	boolean withdraw(Runnable conversation) {
		return this.waiting.remove(conversation);
	}

	void leave() {
		Runnable next = this.waiting.poll();
		if (next != null) {
			next.run();
		}
		else {
			this.taken = false;
		}
	}

	/** Nobody is in it and nobody waits: the session has stopped. */
	void reset() {
		this.waiting.clear();
		this.taken = false;
	}

}
