/**
 * Messages for tests.
 */
@NullMarked
package io.gobridge.mqtt.message;

import org.jspecify.annotations.NullMarked;
