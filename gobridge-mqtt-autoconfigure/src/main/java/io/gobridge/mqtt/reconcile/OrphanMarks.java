package io.gobridge.mqtt.reconcile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the topics that were dealt with, so that each is dealt with once in the life
 * of the process however often it is delivered. Bounded: there may be as many topics as
 * messages. Safe for any thread, and fast, as every orphan asks.
 */
final class OrphanMarks {

	private static final Logger logger = LoggerFactory.getLogger(OrphanMarks.class);

	private static final int CAPACITY = 10_000;

	private final String session;

	private final Map<String, Mark> marks = new ConcurrentHashMap<>();

	private final AtomicInteger size = new AtomicInteger();

	private final AtomicBoolean warned = new AtomicBoolean();

	OrphanMarks(String session) {
		this.session = session;
	}

	/**
	 * Marks a topic.
	 * @return whether it had no mark and there is room for one
	 */
	boolean mark(String topic) {
		if (this.size.get() >= CAPACITY) {
			if (this.warned.compareAndSet(false, true)) {
				logger.warn("Session '{}': more than {} topics are delivered that nobody wants; about further ones "
						+ "nothing is done but to count them", this.session, CAPACITY);
			}
			return false;
		}
		if (this.marks.putIfAbsent(topic, new Mark()) != null) {
			return false;
		}
		this.size.incrementAndGet();
		return true;
	}

	void unmark(String topic) {
		if (this.marks.remove(topic) != null) {
			this.size.decrementAndGet();
		}
	}

	/**
	 * The broker has confirmed a removal, so no delivery should follow.
	 */
	void removed(String topic) {
		Mark mark = this.marks.get(topic);
		if (mark != null) {
			mark.quietExpected.set(true);
		}
	}

	boolean isMarked(String topic) {
		return this.marks.containsKey(topic);
	}

	/**
	 * There is one more delivery on a topic.
	 * @return whether it is the first after a confirmed removal
	 */
	boolean isBack(String topic) {
		Mark mark = this.marks.get(topic);
		// Read first: a write for every orphan would be dear.
		return mark != null && mark.quietExpected.get() && mark.quietExpected.compareAndSet(true, false);
	}

	private static final class Mark {

		private final AtomicBoolean quietExpected = new AtomicBoolean();

	}

}
