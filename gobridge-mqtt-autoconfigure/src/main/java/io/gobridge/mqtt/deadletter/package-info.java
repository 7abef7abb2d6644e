/**
 * Dead letters: messages that no handler could handle, or whose subscription was removed,
 * kept with the reason before they are acknowledged.
 */
@NullMarked
package io.gobridge.mqtt.deadletter;

import org.jspecify.annotations.NullMarked;
