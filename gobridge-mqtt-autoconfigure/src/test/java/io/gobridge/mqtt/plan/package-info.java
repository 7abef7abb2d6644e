/**
 * Tests of plan.
 */
@NullMarked
package io.gobridge.mqtt.plan;

import org.jspecify.annotations.NullMarked;
