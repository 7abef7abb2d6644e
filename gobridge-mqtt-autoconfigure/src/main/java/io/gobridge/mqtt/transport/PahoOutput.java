package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * What Paho's sender thread writes to: gathers whole packets, which Paho flushes one by
 * one, and appends them to what the writer writes. The first is the CONNECT.
 */
final class PahoOutput extends OutputStream {

	private final PahoConnection connection;

	private final ByteArrayOutputStream packet = new ByteArrayOutputStream();

	PahoOutput(PahoConnection connection) {
		this.connection = connection;
	}

	@Override
	public void write(int value) {
		this.packet.write(value);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) {
		this.packet.write(bytes, offset, length);
	}

	@Override
	public void flush() throws IOException {
		if (this.packet.size() == 0) {
			return;
		}
		byte[] bytes = this.packet.toByteArray();
		this.packet.reset();
		// Before it is on its way, because the answer may be faster than we are.
		this.connection.paho().onSender();
		boolean taken = this.connection.sendForeign(bytes);
		boolean first = this.connection.paho().onFlushed();
		// A CONNECT that comes too late is dropped without a word: the reader ends Paho
		// now, and two threads that do so at the same time are one too many.
		if (!taken && !first) {
			throw new IOException("The connection has ended");
		}
	}

}
