/**
 * Random interleavings of a session, its broker and its handlers, beside a model of what
 * may become of each message.
 */
@NullMarked
package io.gobridge.mqtt.model;

import org.jspecify.annotations.NullMarked;
