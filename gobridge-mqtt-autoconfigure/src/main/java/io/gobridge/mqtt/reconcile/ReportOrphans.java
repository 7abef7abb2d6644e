package io.gobridge.mqtt.reconcile;

import java.util.Queue;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import io.gobridge.mqtt.topic.TopicFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of orphans and removes nothing: the session of the broker outlives this process,
 * and which of its filters are ours to remove is a question of its history.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ReportOrphans implements OrphanAction {

	private static final Logger logger = LoggerFactory.getLogger(ReportOrphans.class);

	private final String session;

	private final Queue<UnwantedDelivery> queue;

	private final OrphanRecords records;

	private final OrphanSources sources;

	ReportOrphans(String session, Queue<UnwantedDelivery> queue, OrphanRecords records, OrphanSources sources) {
		this.session = session;
		this.queue = queue;
		this.records = records;
		this.sources = sources;
	}

	@Override
	public void work() {
		for (UnwantedDelivery next = this.queue.poll(); next != null; next = this.queue.poll()) {
			TopicFilter filter = this.sources.filterOf(next);
			logger.info("Session '{}': the broker delivers on '{}', which nobody wants{}", this.session, next.topic(),
					(filter != null) ? ", for '" + filter + "'" : "");
			this.records.decided(next.topic(), filter, OrphanOutcome.REPORTED);
		}
	}

}
