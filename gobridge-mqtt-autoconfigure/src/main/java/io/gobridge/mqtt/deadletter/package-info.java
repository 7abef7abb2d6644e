/**
 * Dead letters: messages that no handler could handle, kept with the reason before they
 * are acknowledged.
 */
@NullMarked
package io.gobridge.mqtt.deadletter;

import org.jspecify.annotations.NullMarked;
