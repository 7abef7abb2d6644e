/**
 * Tests of the sample, most of them of the whole application.
 */
@NullMarked
package io.gobridge.mqtt.sample.telemetry;

import org.jspecify.annotations.NullMarked;
