package io.gobridge.mqtt.sample.telemetry;

import java.time.Instant;

/**
 * A reading with where and when.
 *
 * @param site the site, as in the topic
 * @param celsius the temperature
 * @param receivedAt when the message was read from the connection
 */
record SiteReading(String site, double celsius, Instant receivedAt) {

}
