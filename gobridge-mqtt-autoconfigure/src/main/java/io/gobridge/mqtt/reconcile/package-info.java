/**
 * Drives the subscriptions of the broker to the plan.
 */
@NullMarked
package io.gobridge.mqtt.reconcile;

import org.jspecify.annotations.NullMarked;
