/**
 * Health, meters and endpoints: read-only views over snapshots.
 */
@NullMarked
package io.gobridge.mqtt.actuate;

import org.jspecify.annotations.NullMarked;
