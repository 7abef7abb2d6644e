package io.gobridge.mqtt.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;

import io.gobridge.mqtt.RunsOn;

/**
 * What Paho's receiver thread reads from. It sees the CONNACK and nothing else: every
 * other packet is framed and dispatched in here, before {@code read} returns. So Paho's
 * thread is our reader, and Paho does not know.
 * <p>
 * The end of the stream is held back until Paho has handed over its CONNECT: before that
 * Paho is starting its other threads one after the other, and a receiver that ends in
 * between makes it wait for ever for a thread that is gone, or start threads that nobody
 * stops.
 */
@RunsOn(RunsOn.Kind.WIRE)
final class PacketInput extends InputStream {

	private static final int BUFFER = 64 * 1024;

	private static final byte[] NOTHING = {};

	private final InputStream input;

	private final InboundPackets packets;

	private byte[] buffer = new byte[BUFFER];

	private int start;

	private int end;

	private byte[] forPaho = NOTHING;

	private int given;

	PacketInput(InputStream input, InboundPackets packets) {
		this.input = input;
		this.packets = packets;
	}

	@Override
	public int available() {
		return this.forPaho.length - this.given;
	}

	@Override
	public int read() throws IOException {
		if (available() == 0) {
			await();
		}
		return this.forPaho[this.given++] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		if (length == 0) {
			return 0;
		}
		if (available() == 0) {
			await();
		}
		int count = Math.min(length, available());
		System.arraycopy(this.forPaho, this.given, target, offset, count);
		this.given += count;
		return count;
	}

	/**
	 * Reads until there is something for Paho.
	 */
	private void await() throws IOException {
		boolean open = false;
		if (this.packets.enter()) {
			try {
				open = pump();
			}
			finally {
				this.packets.leave();
			}
		}
		if (!open) {
			this.packets.awaitStarted();
			throw new EOFException("The connection has ended");
		}
	}

	private boolean pump() throws SocketTimeoutException {
		try {
			while (!this.packets.isCut()) {
				if (dispatch()) {
					return true;
				}
				int count = this.input.read(this.buffer, this.end, this.buffer.length - this.end);
				if (count < 0) {
					this.packets.lost(new EOFException("The broker closed the socket"));
					return false;
				}
				this.end += count;
				this.packets.arrived();
			}
		}
		catch (SocketTimeoutException ex) {
			// Paho looks around then, and comes back.
			throw ex;
		}
		catch (IOException ex) {
			this.packets.lost(ex);
		}
		catch (RuntimeException ex) {
			this.packets.lost(new IOException("The socket could not be read", ex));
		}
		return false;
	}

	/**
	 * Dispatches every complete packet in the buffer and makes room for the rest of the
	 * next one. Once the connection is ending the bytes are read and dropped: a socket
	 * that is closed with unread bytes resets the connection, and the peer may lose our
	 * last packets.
	 * @return whether there is something for Paho
	 */
	private boolean dispatch() {
		int size = PacketFrames.INCOMPLETE;
		try {
			while (!this.packets.isEnding()) {
				size = this.packets.size(this.buffer, this.start, this.end);
				if (size == PacketFrames.INCOMPLETE || size > this.end - this.start) {
					break;
				}
				int next = this.start + size;
				byte[] answer = this.packets.dispatch(this.buffer, this.start, next);
				this.start = next;
				if (answer.length != 0) {
					this.forPaho = answer;
					this.given = 0;
					return true;
				}
			}
		}
		catch (MalformedPacketException ex) {
			this.packets.refused(ex);
		}
		catch (Throwable ex) {
			this.packets.failed(ex);
		}
		if (this.packets.isEnding()) {
			this.start = this.end;
			size = PacketFrames.INCOMPLETE;
		}
		makeRoom(size);
		return false;
	}

	private void makeRoom(int size) {
		int rest = this.end - this.start;
		if (size > this.buffer.length) {
			this.buffer = Arrays.copyOfRange(this.buffer, this.start, this.start + size);
		}
		else if (this.buffer.length > BUFFER && size <= BUFFER && rest <= BUFFER) {
			this.buffer = Arrays.copyOfRange(this.buffer, this.start, this.start + BUFFER);
		}
		else if (rest == 0 || this.buffer.length - this.end < Math.max(size - rest, BUFFER / 8)) {
			System.arraycopy(this.buffer, this.start, this.buffer, 0, rest);
		}
		else {
			return;
		}
		this.start = 0;
		this.end = rest;
	}

}
