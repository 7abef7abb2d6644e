package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * MQTT directly in a TCP or TLS socket.
 */
final class SocketTransport implements Transport {

	private final Socket socket;

	private final InputStream input;

	private final OutputStream output;

	SocketTransport(Socket socket) throws IOException {
		this.socket = socket;
		this.input = socket.getInputStream();
		this.output = socket.getOutputStream();
	}

	@Override
	public InputStream input() {
		return this.input;
	}

	@Override
	public OutputStream output() {
		return this.output;
	}

	@Override
	public void endOutput() throws IOException {
		this.socket.shutdownOutput();
	}

}
