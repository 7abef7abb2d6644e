package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The bytes of MQTT over an open socket: decrypted and out of their WebSocket frames.
 */
interface Transport {

	/**
	 * Where the reader reads. A read may time out, and may be repeated then.
	 */
	InputStream input();

	/**
	 * Where the writer writes, and nobody else. Flushing it sends what the transport has
	 * to say for itself.
	 */
	OutputStream output();

	/**
	 * Tells the peer that nothing more will be sent. Called by the writer.
	 * @throws IOException if it could not be told
	 */
	void endOutput() throws IOException;

}
