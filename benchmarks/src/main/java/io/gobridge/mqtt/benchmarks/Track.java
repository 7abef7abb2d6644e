package io.gobridge.mqtt.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One contender on its way through a side-by-side run at one QoS: its own server, its
 * connection, its results. A contender that fails once is out, and says why. Used by the
 * main thread alone.
 */
final class Track {

	private static final Logger logger = LoggerFactory.getLogger(Track.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	/**
	 * How long the handler's count stands still before the rest of a QoS 0 run is given
	 * up as lost.
	 */
	private static final long STILL_NANOS = 500_000_000;

	private static final int FIRST_BURST = 1000;

	private static final int MAX_TAIL = 1024;

	private final Contender contender;

	private final Workload workload;

	private final int receiveMaximum;

	private final Firehose firehose;

	private final Tally tally;

	private final List<Sample> samples = new ArrayList<>();

	private Contender.@Nullable Connection connection;

	private @Nullable Throwable failure;

	/**
	 * What the contender lets the server send, which at QoS 0 may be more than it
	 * handles.
	 */
	private double sentPerSecond;

	Track(Contender contender, Workload workload, int receiveMaximum) {
		this.receiveMaximum = receiveMaximum;
		this.contender = contender;
		this.workload = workload;
		this.firehose = Firehose.start(workload);
		this.tally = new Tally(workload.payload().length);
	}

	String id() {
		return this.contender.id();
	}

	Result result() {
		return new Result(id(), this.samples, this.failure);
	}

	void start() throws InterruptedException {
		attempt(() -> this.connection = this.contender
			.start(new Contender.Broker(this.firehose.port(), this.workload.qos(), this.receiveMaximum), this.tally));
	}

	/** Run for some time without noting anything but the speed. */
	void warmUp(Duration time) throws InterruptedException {
		attempt(() -> {
			long end = System.nanoTime() + time.toNanos();
			int messages = FIRST_BURST;
			do {
				run(messages);
				// No burst much longer than what is left of the time, none more than four
				// times the one before.
				double seconds = Math.max(0.05, Math.min(1, (end - System.nanoTime()) / 1e9));
				messages = (int) Math.max(FIRST_BURST, Math.min(messages * 4.0, this.sentPerSecond * seconds));
			}
			while (System.nanoTime() < end);
		});
	}

	/** How many messages this contender takes in the given time, in round figures. */
	int messagesIn(Duration time) {
		double messages = Math.max(FIRST_BURST, this.sentPerSecond * time.toNanos() / 1e9);
		double unit = Math.pow(10, Math.floor(Math.log10(messages)) - 1);
		return (int) Math.min(Integer.MAX_VALUE, Math.rint(messages / unit) * unit);
	}

	/** Run and keep the result. */
	void measure(int messages) throws InterruptedException {
		attempt(() -> this.samples.add(run(messages)));
	}

	private void attempt(Step step) throws InterruptedException {
		if (this.failure != null) {
			return;
		}
		try {
			step.run();
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Exception ex) {
			this.failure = ex;
		}
	}

	private Sample run(int messages) throws InterruptedException, ExecutionException, TimeoutException {
		int tail = (this.workload.qos() > 0) ? Math.min(this.receiveMaximum, MAX_TAIL) : 0;
		this.tally.expect(messages, tail);
		ResourceMeter meter = new ResourceMeter(this.firehose.threadId());
		CompletableFuture<Burst> sending = this.firehose.send(messages, tail);
		Burst burst = sending.get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
		long end = Math.max(burst.endNanos(), awaitHandlers());
		ResourceMeter.Usage usage = meter.stop();
		Throwable trouble = this.tally.failure();
		long handled = this.tally.count();
		if (trouble != null) {
			throw new ExecutionException(trouble);
		}
		if (burst.refused() > 0) {
			throw new IllegalStateException(burst.refused() + " messages were refused");
		}
		if (handled == 0 || this.workload.qos() > 0 && handled < burst.sent()) {
			throw new IllegalStateException(
					"Only %d of %d messages reached the handler".formatted(handled, burst.sent()));
		}
		double seconds = (end - burst.startNanos()) / 1e9;
		this.sentPerSecond = messages / seconds;
		return new Sample(Math.min(handled, messages) / seconds, usage.cpuNanos() / 1e3 / handled,
				usage.excludedCpuNanos() / 1e3 / handled, (double) usage.allocatedBytes() / handled, burst.sent(),
				handled, burst.strays());
	}

	/**
	 * Wait until every message has reached the handler or no more are coming, which at
	 * QoS 0 is no fault.
	 * @return when the last one that is timed came
	 */
	private long awaitHandlers() throws InterruptedException {
		long lastCount = -1;
		long lastChange = System.nanoTime();
		while (!this.tally.await(5, TimeUnit.MILLISECONDS)) {
			long now = System.nanoTime();
			long count = this.tally.count();
			if (count != lastCount) {
				lastCount = count;
				lastChange = now;
			}
			else if (now - lastChange > STILL_NANOS) {
				return lastChange;
			}
		}
		return this.tally.reachedAt();
	}

	/** Disconnect. That this fails takes nothing from the results. */
	void stop() throws IOException, InterruptedException {
		Contender.Connection open = this.connection;
		try {
			if (open != null) {
				open.stop();
			}
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Exception ex) {
			logger.warn("{} did not stop as it should", id(), ex);
		}
		finally {
			this.firehose.close();
		}
	}

	private interface Step {

		void run() throws Exception;

	}

}
