/**
 * Tests of the operations of endpoints.
 */
@NullMarked
package io.gobridge.mqtt.actuate;

import org.jspecify.annotations.NullMarked;
