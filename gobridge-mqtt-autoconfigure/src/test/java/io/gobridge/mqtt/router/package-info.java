/**
 * Tests of the router.
 */
@NullMarked
package io.gobridge.mqtt.router;

import org.jspecify.annotations.NullMarked;
