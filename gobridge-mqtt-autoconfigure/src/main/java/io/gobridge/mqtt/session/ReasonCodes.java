package io.gobridge.mqtt.session;

import java.util.Locale;

/**
 * The reason codes of CONNACK and DISCONNECT (MQTT 5, sections 3.2.2.2 and 3.14.2.1), as
 * far as reconnecting depends on them.
 */
final class ReasonCodes {

	static final int SESSION_TAKEN_OVER = 0x8E;

	private ReasonCodes() {
	}

	/**
	 * Whether waiting alone hardly helps: somebody has to change credentials, rights, the
	 * configuration or the broker. The session goes on trying, seldom.
	 */
	static boolean isPermanent(int reasonCode) {
		return switch (reasonCode) {
			case 0x81, 0x82, 0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x90, 0x95, 0x99, 0x9A, 0x9B -> true;
			default -> false;
		};
	}

	/**
	 * Whether the broker names another server. We stay with the configured addresses.
	 */
	static boolean isMoved(int reasonCode) {
		return reasonCode == 0x9C || reasonCode == 0x9D;
	}

	/**
	 * Adds the reason code, where there is one, to the message of a disconnection.
	 */
	static String describe(Disconnection reason) {
		if (reason.reasonCode() < 0) {
			return reason.message();
		}
		return String.format(Locale.ROOT, "%s (0x%02X %s)", reason.message(), reason.reasonCode(),
				name(reason.reasonCode()));
	}

	private static String name(int reasonCode) {
		return switch (reasonCode) {
			case 0x00 -> "Normal disconnection";
			case 0x04 -> "Disconnect with Will Message";
			case 0x80 -> "Unspecified error";
			case 0x81 -> "Malformed Packet";
			case 0x82 -> "Protocol Error";
			case 0x83 -> "Implementation specific error";
			case 0x84 -> "Unsupported Protocol Version";
			case 0x85 -> "Client Identifier not valid";
			case 0x86 -> "Bad User Name or Password";
			case 0x87 -> "Not authorized";
			case 0x88 -> "Server unavailable";
			case 0x89 -> "Server busy";
			case 0x8A -> "Banned";
			case 0x8B -> "Server shutting down";
			case 0x8C -> "Bad authentication method";
			case 0x8D -> "Keep Alive timeout";
			case 0x8E -> "Session taken over";
			case 0x8F -> "Topic Filter invalid";
			case 0x90 -> "Topic Name invalid";
			case 0x93 -> "Receive Maximum exceeded";
			case 0x94 -> "Topic Alias invalid";
			case 0x95 -> "Packet too large";
			case 0x96 -> "Message rate too high";
			case 0x97 -> "Quota exceeded";
			case 0x98 -> "Administrative action";
			case 0x99 -> "Payload format invalid";
			case 0x9A -> "Retain not supported";
			case 0x9B -> "QoS not supported";
			case 0x9C -> "Use another server";
			case 0x9D -> "Server moved";
			case 0x9E -> "Shared Subscriptions not supported";
			case 0x9F -> "Connection rate exceeded";
			case 0xA0 -> "Maximum connect time";
			case 0xA1 -> "Subscription Identifiers not supported";
			case 0xA2 -> "Wildcard Subscriptions not supported";
			default -> "unknown reason code";
		};
	}

}
