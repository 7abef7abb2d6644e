/**
 * An inbound message as handlers see it, how it is acknowledged, and what came of that.
 */
@NullMarked
package io.gobridge.mqtt.message;

import org.jspecify.annotations.NullMarked;
