package io.gobridge.mqtt.publish;

import io.gobridge.mqtt.session.SessionLoop;

/**
 * Tells which threads may wait for room in the publish buffer. The room is made by the
 * thread that reads the connection, the one that writes it and the session: each of them
 * would wait for itself.
 */
final class WaitingThreads {

	private final String reader;

	private final String writer;

	private final SessionLoop loop;

	WaitingThreads(String session, SessionLoop loop) {
		this.reader = "gobridge-mqtt-" + session + "-reader";
		this.writer = "gobridge-mqtt-" + session + "-writer";
		this.loop = loop;
	}

	boolean mayWait() {
		String name = Thread.currentThread().getName();
		return !this.loop.inLoop() && !name.equals(this.reader) && !name.equals(this.writer);
	}

}
