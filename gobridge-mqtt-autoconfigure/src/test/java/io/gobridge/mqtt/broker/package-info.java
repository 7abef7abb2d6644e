/**
 * Brokers, taps and clients that the tests of the engine run against: two real brokers, a
 * scripted one for exact packets and faults, a proxy that misbehaves on request and an
 * independent client. Everything listens on loopback, on ports of its own.
 */
@NullMarked
package io.gobridge.mqtt.broker;

import org.jspecify.annotations.NullMarked;
