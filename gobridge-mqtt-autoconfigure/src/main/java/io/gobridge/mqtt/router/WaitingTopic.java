package io.gobridge.mqtt.router;

import java.time.Instant;
import java.util.List;

/**
 * A topic with deliveries that no running route takes.
 *
 * @param topic the topic name
 * @param deliveries how many wait
 * @param since when the oldest of them came
 * @param coveredBy the wanted filters that match the topic; where there are none the
 * deliveries are dropped when the grace window ends
 */
public record WaitingTopic(String topic, int deliveries, Instant since, List<String> coveredBy) {

	WaitingTopic oneMore() {
		return new WaitingTopic(this.topic, this.deliveries + 1, this.since, this.coveredBy);
	}

}
