/**
 * GoBridge MQTT: a Spring Boot starter for MQTT 5 consumers that must not lose messages.
 * <p>
 * The packages below this one form a directed acyclic graph that the build proves.
 * {@code topic} and {@code message} are the vocabulary; {@code session} owns the one
 * connection and declares the ports that {@code transport} implements on Eclipse Paho;
 * {@code route}, {@code router} and {@code publish} carry messages in and out;
 * {@code plan} says what is to be subscribed and {@code reconcile} drives the broker to
 * it; {@code ledger} and {@code deadletter} keep in a {@code store} what must survive a
 * restart; {@code actuate} shows; and {@code autoconfigure} puts them together.
 */
@NullMarked
package io.gobridge.mqtt;

import org.jspecify.annotations.NullMarked;
