/**
 * Spring Boot auto-configuration.
 */
@NullMarked
package io.gobridge.mqtt.autoconfigure;

import org.jspecify.annotations.NullMarked;
