/**
 * Tests of publishing.
 */
@NullMarked
package io.gobridge.mqtt.publish;

import org.jspecify.annotations.NullMarked;
