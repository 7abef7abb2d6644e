package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Puts what is written into masked binary frames, one for each write, and each with one
 * write to the socket (RFC 6455, section 5). Used by the writer, but for {@link #pong}.
 */
final class WebSocketOutput extends OutputStream {

	private static final byte[] NORMAL_CLOSURE = { 0x03, (byte) 0xE8 };

	private static final int LARGEST_HEADER = 14;

	private final OutputStream output;

	private final SecureRandom random = new SecureRandom();

	private final AtomicReference<byte @Nullable []> pong = new AtomicReference<>();

	private byte[] frame = new byte[4 * 1024];

	WebSocketOutput(OutputStream output) {
		this.output = output;
	}

	/**
	 * Has a ping answered with the next write or flush. Of several pings the newest is
	 * answered, which is allowed. Any thread.
	 * @param payload the payload of the ping
	 */
	void pong(byte[] payload) {
		this.pong.set(payload);
	}

	@Override
	public void write(int value) throws IOException {
		write(new byte[] { (byte) value }, 0, 1);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		sendPong();
		send(WebSocketInput.BINARY, bytes, offset, length);
	}

	@Override
	public void flush() throws IOException {
		sendPong();
	}

	private void sendPong() throws IOException {
		byte[] payload = this.pong.getAndSet(null);
		if (payload != null) {
			send(WebSocketInput.PONG, payload, 0, payload.length);
		}
	}

	/**
	 * Begins the closing handshake.
	 * @throws IOException if it can not be written
	 */
	void end() throws IOException {
		send(WebSocketInput.CLOSE, NORMAL_CLOSURE, 0, NORMAL_CLOSURE.length);
	}

	private void send(int opcode, byte[] bytes, int offset, int length) throws IOException {
		if (this.frame.length < length + LARGEST_HEADER) {
			this.frame = new byte[length + LARGEST_HEADER];
		}
		byte[] target = this.frame;
		target[0] = (byte) (0x80 | opcode);
		int position = 2;
		if (length < 126) {
			target[1] = (byte) (0x80 | length);
		}
		else if (length <= 0xFFFF) {
			target[1] = (byte) (0x80 | 126);
			target[position++] = (byte) (length >> 8);
			target[position++] = (byte) length;
		}
		else {
			target[1] = (byte) (0x80 | 127);
			for (int shift = 56; shift >= 0; shift -= 8) {
				target[position++] = (byte) ((long) length >> shift);
			}
		}
		int mask = this.random.nextInt();
		for (int shift = 24; shift >= 0; shift -= 8) {
			target[position++] = (byte) (mask >> shift);
		}
		for (int i = 0; i < length; i++) {
			target[position + i] = (byte) (bytes[offset + i] ^ (mask >> (24 - 8 * (i & 3))));
		}
		this.output.write(target, 0, position + length);
	}

}
