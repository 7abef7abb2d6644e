package io.gobridge.mqtt.model;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SteppedLoop;
import org.jspecify.annotations.Nullable;

/**
 * The session's thread as one part sees it, with the model told of its tasks.
 */
final class TappedLoop implements SessionLoop {

	private final SteppedLoop loop;

	private final Runnable beforeTask;

	private final @Nullable Expected expected;

	private final Runnable beforeTimer;

	/** The routes that wait for the answer that comes right now. */
	private @Nullable Set<ModelRoute> leaving;

	private TappedLoop(SteppedLoop loop, Runnable beforeTask, Runnable beforeTimer, @Nullable Expected expected) {
		this.loop = loop;
		this.beforeTask = beforeTask;
		this.beforeTimer = beforeTimer;
		this.expected = expected;
	}

	/** Tells of timers. */
	static TappedLoop before(SteppedLoop loop, Runnable timer) {
		return new TappedLoop(loop, () -> {
		}, timer, null);
	}

	/**
	 * Tells of routes that come and go. A task of the planner takes in what was
	 * registered, unless it is given while an answer of the broker comes: then it takes
	 * out what waited for that.
	 */
	static TappedLoop of(SteppedLoop loop, Expected expected) {
		return new TappedLoop(loop, expected::enterTable, () -> {
		}, expected);
	}

	CompletableFuture<Void> leavingWith(CompletableFuture<Void> applied, Set<ModelRoute> routes) {
		CompletableFuture<Void> answered = new CompletableFuture<>();
		applied.whenComplete((none, failure) -> {
			this.leaving = routes;
			if (failure != null) {
				answered.completeExceptionally(failure);
			}
			else {
				answered.complete(none);
			}
			this.leaving = null;
		});
		return answered;
	}

	@Override
	public void execute(Runnable task) {
		Set<ModelRoute> routes = this.leaving;
		Expected model = this.expected;
		this.loop.execute(() -> {
			if (routes == null || model == null) {
				this.beforeTask.run();
			}
			else if (!routes.isEmpty()) {
				model.leaveTable(routes);
			}
			task.run();
		});
	}

	@Override
	public Cancellable schedule(Runnable task, Duration delay) {
		return this.loop.schedule(() -> {
			this.beforeTimer.run();
			task.run();
		}, delay);
	}

	@Override
	public boolean inLoop() {
		return this.loop.inLoop();
	}

	@Override
	public void open() {
		this.loop.open();
	}

	@Override
	public void close() {
		this.loop.close();
	}

}
