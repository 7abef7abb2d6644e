/**
 * The wire: Eclipse Paho behind the ports of {@code session}. The only package that knows
 * Paho.
 */
@NullMarked
package io.gobridge.mqtt.transport;

import org.jspecify.annotations.NullMarked;
