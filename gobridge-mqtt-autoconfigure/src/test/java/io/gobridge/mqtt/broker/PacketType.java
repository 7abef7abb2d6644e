package io.gobridge.mqtt.broker;

/**
 * The types of MQTT control packets (MQTT 5, 2.1.2); the ordinal is the number on the
 * wire.
 */
public enum PacketType {

	RESERVED, CONNECT, CONNACK, PUBLISH, PUBACK, PUBREC, PUBREL, PUBCOMP, SUBSCRIBE, SUBACK, UNSUBSCRIBE, UNSUBACK,
	PINGREQ, PINGRESP, DISCONNECT, AUTH;

	/**
	 * The flags that a packet of this type has (MQTT 5, 2.1.3), apart from PUBLISH.
	 * @return the lower four bits of the first byte
	 */
	int flags() {
		return (this == PUBREL || this == SUBSCRIBE || this == UNSUBSCRIBE) ? 2 : 0;
	}

}
