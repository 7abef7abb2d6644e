package io.gobridge.mqtt.session;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls through a port. An exception of the other side must not keep the session from
 * doing the rest of what the moment demands, redialling above all.
 */
final class Guard {

	private static final Logger logger = LoggerFactory.getLogger(Guard.class);

	private Guard() {
	}

	static void run(String what, Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			logger.error("Failed to {}", what, ex);
		}
	}

}
