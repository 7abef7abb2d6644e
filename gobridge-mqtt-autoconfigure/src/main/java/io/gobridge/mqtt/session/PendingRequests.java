package io.gobridge.mqtt.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Futures that callers wait for, so that none is left hanging when a session stops: a
 * request is first entered here and then given to the session thread, and stop closes
 * this after the loop. Whichever way the two interleave, the future is either swept or
 * refused.
 */
final class PendingRequests {

	private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();

	private final UserCallbacks callbacks;

	private volatile boolean closed = true;

	PendingRequests(UserCallbacks callbacks) {
		this.callbacks = callbacks;
	}

	void open() {
		this.closed = false;
	}

	<T> CompletableFuture<T> enter() {
		CompletableFuture<T> request = new CompletableFuture<>();
		this.pending.add(request);
		if (this.closed) {
			this.pending.remove(request);
			request.completeExceptionally(new ConnectionClosedException("The session is stopped"));
		}
		return request;
	}

	<T> void complete(CompletableFuture<T> request, @Nullable T value) {
		this.pending.remove(request);
		this.callbacks.execute(() -> request.complete(value));
	}

	void fail(CompletableFuture<?> request, String message) {
		this.pending.remove(request);
		this.callbacks.execute(() -> request.completeExceptionally(new ConnectionClosedException(message)));
	}

	/**
	 * Takes no more requests.
	 * @return what nobody will answer any more, to be failed by the caller
	 */
	List<CompletableFuture<?>> close() {
		this.closed = true;
		List<CompletableFuture<?>> unanswered = new ArrayList<>(this.pending);
		this.pending.removeAll(unanswered);
		return unanswered;
	}

	int size() {
		return this.pending.size();
	}

}
