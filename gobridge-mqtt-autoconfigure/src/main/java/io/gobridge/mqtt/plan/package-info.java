/**
 * From what many routes demand to what the broker is asked for: pure functions.
 */
@NullMarked
package io.gobridge.mqtt.plan;

import org.jspecify.annotations.NullMarked;
