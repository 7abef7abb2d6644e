package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.PayloadFormat;

import org.springframework.messaging.converter.MessageConverter;

/**
 * The built-in conversion of payloads, where the application has a library for it.
 *
 * @param format reads payloads
 * @param converter writes payloads
 */
record PayloadCodec(PayloadFormat format, MessageConverter converter) {
}
