package io.gobridge.mqtt.reconcile;

import java.time.Instant;

import io.gobridge.mqtt.session.event.OrphanOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A topic that the broker delivers and nobody wants.
 *
 * @param topic the topic name
 * @param filter the filter that the deliveries come from, or {@code null} where nobody
 * knows it
 * @param outcome what became of the subscription
 * @param at when that was known
 */
public record Orphan(String topic, @Nullable String filter, OrphanOutcome outcome, Instant at) {
}
