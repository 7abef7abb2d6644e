/**
 * The quick start: temperatures of three sites, from a simulator through a broker to an
 * annotated handler and onto a page.
 */
@NullMarked
package io.gobridge.mqtt.sample.telemetry;

import org.jspecify.annotations.NullMarked;
