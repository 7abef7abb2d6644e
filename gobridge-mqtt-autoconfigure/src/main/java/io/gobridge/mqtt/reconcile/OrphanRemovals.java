package io.gobridge.mqtt.reconcile;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.router.OrphanListener;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deals with what deliveries that nobody wants come from. On an ephemeral session the
 * subscription is removed: the filter that an identifier of the delivery names, where
 * this process knows it, else the exact topic. A filter is never guessed from a topic. On
 * a durable session orphans are reported.
 * <p>
 * Each topic is dealt with once in the life of the process. Whoever reports an orphan
 * does not wait: the rest happens on the thread of the session, within a bound of time,
 * after a second look at what is wanted by then. Where too many wait, a topic is left
 * alone until it is delivered again.
 * <p>
 * Records and counters may be read from any thread.
 */
public final class OrphanRemovals implements OrphanListener {

	private static final Logger logger = LoggerFactory.getLogger(OrphanRemovals.class);

	private static final int MAX_QUEUED = 256;

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private final OrphanMarks marks;

	private final OrphanRecords records;

	private final Queue<UnwantedDelivery> queue = new ArrayBlockingQueue<>(MAX_QUEUED);

	private volatile @Nullable OrphanAction action;

	/**
	 * Creates it without a connection.
	 * @param settings how the broker is asked
	 * @param loop the thread of the session
	 * @param clock the time
	 * @param listener told of orphans
	 */
	public OrphanRemovals(ReconcileSettings settings, SessionLoop loop, SessionClock clock,
			ReconcileListener listener) {
		this.settings = settings;
		this.loop = loop;
		this.marks = new OrphanMarks(settings.session());
		this.records = new OrphanRecords(clock, listener, this.marks);
	}

	/**
	 * Called by the reconciler that drives this, once.
	 */
	void attach(OrphanSources sources) {
		this.action = this.settings.durable()
				? new ReportOrphans(this.settings.session(), this.queue, this.records, sources)
				: new UnsubscribeOrphans(this.settings, this.loop, this.queue, this.records, sources);
	}

	@Override
	public void orphaned(String topic, int[] subscriptionIdentifiers) {
		if (this.marks.isMarked(topic)) {
			if (this.marks.isBack(topic)) {
				this.loop.execute(() -> notEffective(topic));
			}
			return;
		}
		if (!this.marks.mark(topic)) {
			return;
		}
		if (this.queue.offer(new UnwantedDelivery(topic, subscriptionIdentifiers))) {
			this.loop.execute(this::work);
		}
		else {
			// Without the mark the next delivery tries again.
			this.marks.unmark(topic);
		}
	}

	@RunsOn(RunsOn.Kind.SESSION)
	private void notEffective(String topic) {
		logger.warn("Session '{}': the broker has confirmed the removal behind '{}' and delivers on it still. Either "
				+ "it had this delivery buffered, or it removed nothing, as brokers do that confirm every "
				+ "UNSUBSCRIBE: then the topic comes from a filter with wildcards or a shared one, which has to be "
				+ "removed by its exact name. An ephemeral session also ends with its connection",
				this.settings.session(), topic);
		this.records.notEffective(topic);
	}

	private void work() {
		OrphanAction current = this.action;
		if (current != null) {
			current.work();
		}
	}

	/**
	 * A connection is up: deals with what came while there was no loop to do it.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void connected() {
		work();
	}

	/**
	 * The session has stopped.
	 */
	void stopped() {
		OrphanAction current = this.action;
		if (current != null) {
			current.stopped();
		}
	}

	/**
	 * The newest hundred orphans.
	 * @return the orphans, the newest first
	 */
	public List<Orphan> orphans() {
		return this.records.newest();
	}

	/**
	 * How many orphans ended in a certain way. One that was removed without effect counts
	 * as both.
	 * @param outcome how they ended
	 * @return the count
	 */
	public long count(OrphanOutcome outcome) {
		return this.records.countOf(outcome);
	}

}
