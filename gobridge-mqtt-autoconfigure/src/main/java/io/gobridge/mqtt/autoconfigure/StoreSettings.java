package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import io.gobridge.mqtt.reconcile.UnknownHistory;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * What a session keeps across restarts, and where.
 *
 * @param path the directory of the embedded store
 * @param ledger where the history of subscriptions is kept; only for durable sessions
 * @param baseline filters that an older installation left at the broker
 * @param unknownHistory what to do where nobody knows what the broker holds
 * @param deadLetters where dead letters are kept
 * @param deadLetterTopic the topic where they are published
 * @param maxDeadLetters how many the embedded store keeps
 */
record StoreSettings(Path path, LedgerStorage ledger, List<TopicFilter> baseline, UnknownHistory unknownHistory,
		DeadLetterStorage deadLetters, String deadLetterTopic, int maxDeadLetters) {

	StoreSettings {
		baseline = List.copyOf(baseline);
	}

}
