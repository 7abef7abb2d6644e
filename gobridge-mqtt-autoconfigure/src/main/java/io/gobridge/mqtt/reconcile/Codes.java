package io.gobridge.mqtt.reconcile;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Reason codes of SUBACK and UNSUBACK (MQTT 5, sections 3.9.3 and 3.11.3).
 */
final class Codes {

	static final int SUCCESS = 0;

	static final int NO_SUBSCRIPTION_EXISTED = 0x11;

	/** From here on a code is a refusal. */
	static final int UNSPECIFIED_ERROR = 0x80;

	static final int SHARED_SUBSCRIPTIONS_NOT_SUPPORTED = 0x9E;

	static final int WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED = 0xA2;

	private Codes() {
	}

	/**
	 * The code for a filter of the request; one that the packet has no code for was not
	 * granted, whatever the broker meant.
	 */
	static int at(List<Integer> codes, int index) {
		return (index < codes.size()) ? codes.get(index) : UNSPECIFIED_ERROR;
	}

	static @Nullable String reasonAt(List<Integer> codes, int index, @Nullable String reasonString) {
		return (index < codes.size()) ? reasonString : "protocol error: the packet has no reason code for it";
	}

	static boolean isRefusal(int code) {
		return code >= UNSPECIFIED_ERROR;
	}

	static boolean isGone(int code) {
		return code == SUCCESS || code == NO_SUBSCRIPTION_EXISTED;
	}

	static String hex(int code) {
		return String.format(Locale.ROOT, "0x%02X", code);
	}

}
