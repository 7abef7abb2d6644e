/**
 * The session with the broker: its state machine, connection epochs, reconnect policy and
 * loop, and the ports to the wire that {@code transport} implements.
 */
@NullMarked
package io.gobridge.mqtt.session;

import org.jspecify.annotations.NullMarked;
