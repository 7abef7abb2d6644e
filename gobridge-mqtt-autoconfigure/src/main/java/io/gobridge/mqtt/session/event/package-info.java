/**
 * Application events about a session.
 */
@NullMarked
package io.gobridge.mqtt.session.event;

import org.jspecify.annotations.NullMarked;
