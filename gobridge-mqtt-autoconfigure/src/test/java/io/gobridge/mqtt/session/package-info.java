/**
 * Tests of the session, and the stepped loop and clock for the tests of its neighbours.
 */
@NullMarked
package io.gobridge.mqtt.session;

import org.jspecify.annotations.NullMarked;
