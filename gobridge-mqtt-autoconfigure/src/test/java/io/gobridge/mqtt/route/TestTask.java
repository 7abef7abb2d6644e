package io.gobridge.mqtt.route;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A task of a test that counts what became of it.
 */
class TestTask implements LaneTask {

	final AtomicInteger runs = new AtomicInteger();

	final AtomicInteger discards = new AtomicInteger();

	private final int qos;

	private final Runnable work;

	private final BooleanSupplier stale;

	TestTask(int qos, Runnable work) {
		this(qos, work, () -> false);
	}

	TestTask(int qos, Runnable work, BooleanSupplier stale) {
		this.qos = qos;
		this.work = work;
		this.stale = stale;
	}

	@Override
	public void run() {
		this.runs.incrementAndGet();
		this.work.run();
	}

	@Override
	public void discarded() {
		this.discards.incrementAndGet();
	}

	@Override
	public int qos() {
		return this.qos;
	}

	@Override
	public boolean stale() {
		return this.stale.getAsBoolean();
	}

}
