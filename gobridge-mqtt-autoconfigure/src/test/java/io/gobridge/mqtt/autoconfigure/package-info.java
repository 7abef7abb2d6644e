/**
 * Tests of the composition.
 */
@NullMarked
package io.gobridge.mqtt.autoconfigure;

import org.jspecify.annotations.NullMarked;
