package io.gobridge.mqtt.transport;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;

/**
 * Has the last word on Paho's options before a connection is dialled. Called once for
 * every connection attempt, on a thread of the engine that must not be blocked; an
 * exception ends the attempt.
 * <p>
 * What the engine depends on is set again afterwards: one address, no automatic
 * reconnect, no topic alias, MQTT 5. Everything else is taken as it is left, also where
 * it weakens a guarantee: a Session Expiry Interval of 0 is not durable.
 */
@FunctionalInterface
public interface MqttConnectionOptionsCustomizer {

	/**
	 * Changes the options of one connection attempt.
	 * @param session the name of the session
	 * @param options the options, new for every attempt
	 */
	void customize(String session, MqttConnectionOptions options);

}
