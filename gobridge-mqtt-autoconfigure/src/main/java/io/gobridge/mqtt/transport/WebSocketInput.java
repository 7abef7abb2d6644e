package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The payload of the binary frames that a server sends (RFC 6455, section 5). A read
 * returns as much as has come, across frames; one that times out loses nothing, also in
 * the middle of a frame. Used by one thread.
 */
final class WebSocketInput extends InputStream {

	static final int CONTINUATION = 0x0;

	static final int BINARY = 0x2;

	static final int CLOSE = 0x8;

	static final int PING = 0x9;

	static final int PONG = 0xA;

	private static final int BUFFER = 64 * 1024;

	private static final int MAXIMUM_CONTROL_PAYLOAD = 125;

	private final InputStream input;

	private final Consumer<byte[]> onPing;

	private final byte[] buffer = new byte[BUFFER];

	private int start;

	private int end;

	/** What is left of the current data frame. */
	private long remaining;

	private boolean fragmented;

	private boolean closed;

	WebSocketInput(InputStream input, Consumer<byte[]> onPing) {
		this.input = input;
		this.onPing = onPing;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		int copied = 0;
		while (copied < length) {
			if (this.remaining > 0 && this.start < this.end) {
				int count = (int) Math.min(Math.min(this.remaining, this.end - this.start), length - copied);
				System.arraycopy(this.buffer, this.start, target, offset + copied, count);
				this.start += count;
				this.remaining -= count;
				copied += count;
			}
			else if (this.closed) {
				break;
			}
			else if (this.remaining > 0 || !readFrameHeader()) {
				if (copied > 0) {
					break;
				}
				if (!fill()) {
					this.closed = true;
				}
			}
		}
		return (copied > 0 || length == 0) ? copied : -1;
	}

	private boolean fill() throws IOException {
		if (this.start > 0) {
			System.arraycopy(this.buffer, this.start, this.buffer, 0, this.end - this.start);
			this.end -= this.start;
			this.start = 0;
		}
		int count = this.input.read(this.buffer, this.end, BUFFER - this.end);
		if (count < 0) {
			return false;
		}
		this.end += count;
		return true;
	}

	/**
	 * Takes a frame header, and all of a control frame, if it has come completely.
	 * @return whether it had
	 */
	private boolean readFrameHeader() throws IOException {
		int available = this.end - this.start;
		if (available < 2) {
			return false;
		}
		int first = this.buffer[this.start] & 0xFF;
		int second = this.buffer[this.start + 1] & 0xFF;
		int opcode = first & 0xF;
		boolean last = (first & 0x80) != 0;
		checkFrame(first, second, opcode, last);
		int lengthBytes = (second == 127) ? 8 : ((second == 126) ? 2 : 0);
		if (available < 2 + lengthBytes) {
			return false;
		}
		long length = second;
		if (lengthBytes > 0) {
			length = 0;
			for (int i = 0; i < lengthBytes; i++) {
				length = (length << 8) | (this.buffer[this.start + 2 + i] & 0xFF);
			}
		}
		if (length < 0) {
			throw new IOException("WebSocket frame with a negative length");
		}
		int headerLength = 2 + lengthBytes;
		if (opcode < CLOSE) {
			this.start += headerLength;
			this.remaining = length;
			this.fragmented = !last;
			return true;
		}
		if (available < headerLength + length) {
			return false;
		}
		this.start += headerLength;
		byte[] payload = Arrays.copyOfRange(this.buffer, this.start, this.start + (int) length);
		this.start += payload.length;
		if (opcode == PING) {
			this.onPing.accept(payload);
		}
		else if (opcode == CLOSE) {
			this.closed = true;
		}
		return true;
	}

	private void checkFrame(int first, int second, int opcode, boolean last) throws IOException {
		if ((first & 0x70) != 0) {
			throw new IOException("WebSocket frame with a reserved bit");
		}
		if ((second & 0x80) != 0) {
			throw new IOException("WebSocket frame of the server with a mask");
		}
		boolean allowed = switch (opcode) {
			case CONTINUATION -> this.fragmented;
			case BINARY -> !this.fragmented;
			case CLOSE, PING, PONG -> last && second <= MAXIMUM_CONTROL_PAYLOAD;
			default -> false;
		};
		if (!allowed) {
			throw new IOException("WebSocket frame with the opcode " + opcode + " where it is not allowed");
		}
	}

}
