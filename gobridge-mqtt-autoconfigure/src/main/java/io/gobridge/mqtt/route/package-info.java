/**
 * Routes: {@code @MqttRoute} and programmatic definitions, the lanes they run on, and how
 * a handler is invoked.
 */
@NullMarked
package io.gobridge.mqtt.route;

import org.jspecify.annotations.NullMarked;
