/**
 * An MQTT 5 broker for the tests of applications, and for samples: HiveMQ CE in the same
 * virtual machine. {@link io.gobridge.mqtt.test.EmbeddedMqttBroker @EmbeddedMqttBroker}
 * gives one to a test class, {@link io.gobridge.mqtt.test.EmbeddedHiveMq} is the broker
 * alone.
 */
@NullMarked
package io.gobridge.mqtt.test;

import org.jspecify.annotations.NullMarked;
