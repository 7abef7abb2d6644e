/**
 * GoBridge MQTT: a Spring Boot starter for MQTT 5 consumers that must not lose messages.
 * <p>
 * The packages below this one form a directed acyclic graph that the build proves.
 * {@code topic} and {@code message} are the vocabulary; {@code session} owns the one
 * connection and declares the ports that {@code transport} implements on Eclipse Paho;
 * {@code route}, {@code router} and {@code publish} carry messages in and out; and
 * {@code autoconfigure} puts them together.
 */
@NullMarked
package io.gobridge.mqtt;

import org.jspecify.annotations.NullMarked;
