package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.OutputStream;

import io.gobridge.mqtt.RunsOn;

/**
 * The one thread that writes to the socket of a connection.
 */
@RunsOn(RunsOn.Kind.WIRE)
final class WireWriter implements Runnable {

	/** Small enough that a slow socket shows progress. */
	private static final int CHUNK = 64 * 1024;

	private final PacketQueue queue;

	private final Transport transport;

	private final Events events;

	WireWriter(PacketQueue queue, Transport transport, Events events) {
		this.queue = queue;
		this.transport = transport;
		this.events = events;
	}

	@Override
	public void run() {
		try {
			while (!this.queue.isClosed()) {
				// Asked before the packets are taken: what is queued between the two, the
				// DISCONNECT last, would otherwise not be written.
				boolean finishing = this.queue.isFinishing();
				OutboundBuffer packets = this.queue.take();
				if (!packets.isEmpty()) {
					write(packets);
				}
				else if (finishing) {
					this.transport.endOutput();
					this.events.finished();
					return;
				}
				else {
					this.transport.output().flush();
					this.queue.await();
				}
			}
		}
		catch (Throwable ex) {
			this.events.failed(ex);
		}
	}

	private void write(OutboundBuffer packets) throws IOException {
		OutputStream output = this.transport.output();
		int size = packets.size();
		for (int offset = 0; offset < size; offset += CHUNK) {
			int length = Math.min(CHUNK, size - offset);
			output.write(packets.array(), offset, length);
			this.events.written();
			if (this.queue.written(length)) {
				this.events.writable();
			}
		}
	}

	/**
	 * Told what the writer does.
	 */
	interface Events {

		/** Something was written. */
		void written();

		/** There is room again. */
		void writable();

		/** The last packet was written. */
		void finished();

		/**
		 * The socket does not take anything any more.
		 * @param cause why
		 */
		void failed(Throwable cause);

	}

}
