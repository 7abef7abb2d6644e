package io.gobridge.mqtt.router;

import io.gobridge.mqtt.message.MqttDelivery;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/**
 * What is known about one attempt of a handler. The trace that the publisher began goes
 * on: its W3C headers are read from the user properties.
 */
public final class MqttReceiveContext extends ReceiverContext<MqttDelivery> {

	private final String route;

	MqttReceiveContext(String route, MqttDelivery delivery) {
		super((carrier, key) -> carrier.userProperties().first(key), Kind.CONSUMER);
		this.route = route;
		setCarrier(delivery);
		setRemoteServiceName("mqtt");
	}

	/**
	 * The id of the route.
	 * @return the id
	 */
	public String route() {
		return this.route;
	}

	/**
	 * The delivery that is handled.
	 * @return the delivery
	 */
	public MqttDelivery delivery() {
		return getCarrier();
	}

}
