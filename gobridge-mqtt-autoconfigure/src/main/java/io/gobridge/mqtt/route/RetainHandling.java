package io.gobridge.mqtt.route;

/**
 * Whether the broker sends the retained messages of a filter when it is subscribed (MQTT
 * 5, section 3.8.3.1). A broker need not send retained messages for a shared
 * subscription, so anything but {@link #DEFAULT} is warned about there.
 */
public enum RetainHandling {

	/**
	 * Not stated: retained messages are sent at every subscription unless another route
	 * of the same filter says otherwise.
	 */
	DEFAULT,

	/**
	 * Retained messages are sent at every subscription, hence also after a reconnect that
	 * has to subscribe again.
	 */
	SEND,

	/**
	 * Retained messages are sent only where the subscription did not exist yet.
	 */
	SEND_IF_NEW,

	/**
	 * Retained messages are not sent.
	 */
	DO_NOT_SEND

}
