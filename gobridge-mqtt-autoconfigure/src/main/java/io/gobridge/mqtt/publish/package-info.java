/**
 * Publishing: {@code MqttTemplate}, its results and its in-flight window.
 */
@NullMarked
package io.gobridge.mqtt.publish;

import org.jspecify.annotations.NullMarked;
