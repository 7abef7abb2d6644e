/**
 * How fast, and how dear, one inbound message is: the same flood of PUBLISH packets
 * through this project and through its peers in one process, and micro-benchmarks of the
 * parts that every message passes. Nothing here is part of the product and nothing here
 * is deployed.
 * <p>
 * {@link io.gobridge.mqtt.benchmarks.Firehose} is the server,
 * {@link io.gobridge.mqtt.benchmarks.Contender} a client under measurement,
 * {@link io.gobridge.mqtt.benchmarks.SideBySide} the program that brings them together.
 */
@NullMarked
package io.gobridge.mqtt.benchmarks;

import org.jspecify.annotations.NullMarked;
