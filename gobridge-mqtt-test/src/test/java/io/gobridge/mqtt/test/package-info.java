/**
 * Tests of the embedded broker.
 */
@NullMarked
package io.gobridge.mqtt.test;

import org.jspecify.annotations.NullMarked;
