/**
 * Tests of the wire, against bytes, a scripted broker and real ones.
 */
@NullMarked
package io.gobridge.mqtt.transport;

import org.jspecify.annotations.NullMarked;
