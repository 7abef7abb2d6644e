package io.gobridge.mqtt.session;

/**
 * Makes loops.
 */
public final class SessionLoops {

	private SessionLoops() {
	}

	/**
	 * A loop on a daemon thread of its own, which starts with the first task and ends
	 * when the loop is closed.
	 * @param session the name of the session; the thread is called
	 * {@code gobridge-mqtt-<session>}
	 * @return the loop, open
	 */
	public static SessionLoop singleThread(String session) {
		return new SingleThreadSessionLoop("gobridge-mqtt-" + session);
	}

}
