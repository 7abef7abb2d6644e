/**
 * Tests of reconcile.
 */
@NullMarked
package io.gobridge.mqtt.reconcile;

import org.jspecify.annotations.NullMarked;
