package io.gobridge.mqtt.router;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.LaneTask;
import org.jspecify.annotations.Nullable;

/**
 * One delivery on its way through one route: runs the handler and settles once.
 */
final class RoutedDelivery implements LaneTask, Acknowledgment {

	private static final VarHandle SETTLED;

	static {
		try {
			SETTLED = MethodHandles.lookup().findVarHandle(RoutedDelivery.class, "settled", boolean.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private final RouteDispatch dispatch;

	private final MqttDelivery delivery;

	private final @Nullable Receipt receipt;

	@SuppressWarnings("FieldMayBeFinal")
	private volatile boolean settled;

	/** Attempts follow each other, each seen by the next. */
	private int attempts;

	RoutedDelivery(RouteDispatch dispatch, MqttDelivery delivery, @Nullable Receipt receipt) {
		this.dispatch = dispatch;
		this.delivery = delivery;
		this.receipt = receipt;
	}

	MqttDelivery delivery() {
		return this.delivery;
	}

	@Override
	public int qos() {
		return this.delivery.qos();
	}

	@Override
	public boolean stale() {
		Receipt owed = this.receipt;
		if (owed == null) {
			return false;
		}
		if (owed.purge()) {
			this.dispatch.statistics().stalePurged();
		}
		return owed.isPurged();
	}

	@Override
	public void discarded() {
		// A QoS 1 or QoS 2 packet stays unacknowledged: the broker has it still.
		if (this.receipt == null) {
			this.dispatch.statistics().shed(RouterStatistics.Shed.CLOSING);
		}
	}

	@Override
	@RunsOn(RunsOn.Kind.HANDLER)
	public void run() {
		if (this.receipt != null && !this.receipt.claim()) {
			stale();
			return;
		}
		this.dispatch.invoke(this);
	}

	/**
	 * One attempt.
	 * @return completes when the handler has, or {@code null} if it has already
	 */
	@Nullable CompletionStage<?> attempt() throws Exception {
		this.attempts++;
		return this.dispatch.handler().handle(this.delivery, this);
	}

	/**
	 * One attempt, waiting for a handler that completes later.
	 */
	void attemptAndWait(BooleanSupplier stopped) throws Exception {
		CompletionStage<?> stage = this.dispatch.attempt(this);
		if (stage != null) {
			try {
				await(stage.toCompletableFuture(), stopped);
			}
			catch (ExecutionException ex) {
				throw (ex.getCause() instanceof Exception cause) ? cause : new CompletionException(ex.getCause());
			}
		}
	}

	/**
	 * Nobody interrupts a thread that retries beside its lane, so that it looks itself.
	 */
	private static void await(CompletableFuture<?> stage, BooleanSupplier stopped)
			throws InterruptedException, ExecutionException {
		while (!stopped.getAsBoolean()) {
			try {
				stage.get(1, TimeUnit.SECONDS);
				return;
			}
			catch (TimeoutException ex) {
				// Looks whether the session was stopped.
			}
		}
	}

	int attempts() {
		return this.attempts;
	}

	/**
	 * Whether the broker still waits for the acknowledgement, so that it is worth while
	 * to go on trying to give one.
	 */
	boolean isOwed() {
		return this.receipt != null && !this.receipt.epoch.isRetired();
	}

	boolean isSettled() {
		return this.settled;
	}

	/**
	 * The handler has succeeded: settles, without anybody asking what comes of it.
	 */
	void succeeded() {
		if (SETTLED.compareAndSet(this, false, true)) {
			this.dispatch.route().countHandled();
			release();
		}
	}

	@Override
	public CompletableFuture<SettlementResult> acknowledge() {
		if (!SETTLED.compareAndSet(this, false, true)) {
			return alreadySettled();
		}
		this.dispatch.route().countHandled();
		return releaseAndTell();
	}

	@Override
	public CompletableFuture<SettlementResult> reject(String reason) {
		return this.dispatch.failures().rejected(this, reason);
	}

	@Override
	public CompletableFuture<SettlementResult> redeliver() {
		return this.dispatch.failures().redeliver(this);
	}

	/**
	 * Takes the right to settle.
	 * @return whether the caller has it; nobody else settles then
	 */
	boolean takeSettlement() {
		return SETTLED.compareAndSet(this, false, true);
	}

	CompletableFuture<SettlementResult> alreadySettled() {
		this.dispatch.statistics().result(SettlementResult.ALREADY_SETTLED);
		return CompletableFuture.completedFuture(SettlementResult.ALREADY_SETTLED);
	}

	/**
	 * Acknowledges on behalf of this route, once it has taken the settlement.
	 */
	void release() {
		if (this.receipt != null) {
			this.receipt.settledByRoute();
		}
	}

	CompletableFuture<SettlementResult> releaseAndTell() {
		Receipt owed = this.receipt;
		if (owed == null) {
			return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
		}
		CompletableFuture<SettlementResult> result = owed.result();
		owed.settledByRoute();
		if (owed.epoch.isRetired()) {
			// The sweep over the retired epoch may have passed before the future was
			// there.
			owed.abandon();
		}
		return result;
	}

	/**
	 * Leaves the packet to the broker, once this route has taken the settlement.
	 * @return completes as stale when the connection ends
	 */
	CompletableFuture<SettlementResult> leaveAndTell() {
		Receipt owed = this.receipt;
		if (owed == null) {
			return CompletableFuture.completedFuture(SettlementResult.STALE);
		}
		CompletableFuture<SettlementResult> result = owed.result();
		owed.leave();
		if (owed.epoch.isRetired()) {
			owed.abandon();
		}
		return result;
	}

}
