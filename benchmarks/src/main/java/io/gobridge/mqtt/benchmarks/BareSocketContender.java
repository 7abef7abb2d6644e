package io.gobridge.mqtt.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * No client at all: a thread that finds the PUBLISH packets in what it reads, copies
 * their payloads for the handler and writes the acknowledgements of everything it has
 * read at once. It shows what the {@link Firehose} can do, which is where a real client
 * ends at the latest.
 */
final class BareSocketContender implements Contender {

	@Override
	public String id() {
		return "bare-socket";
	}

	@Override
	public Connection start(Broker broker, Tally tally) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port());
		socket.setTcpNoDelay(true);
		OutputStream out = socket.getOutputStream();
		out.write(connect(broker.receiveMaximum()));
		out.write(subscribe(broker.qos()));
		Thread thread = new Thread(new Reader(socket, tally), "bare-socket");
		thread.setDaemon(true);
		thread.start();
		return () -> {
			out.write(new byte[] { (byte) 0xE0, 0 });
			thread.join();
			socket.close();
		};
	}

	private static byte[] connect(int receiveMaximum) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		DataOutputStream data = new DataOutputStream(body);
		data.writeUTF("MQTT");
		data.write(new byte[] { 5, 2, 0, 0, 3, 0x21 });
		data.writeShort(receiveMaximum);
		data.writeUTF("bench-bare-socket");
		return packet(0x10, body);
	}

	private static byte[] subscribe(int qos) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		DataOutputStream data = new DataOutputStream(body);
		data.write(new byte[] { 0, 1, 0 });
		data.writeUTF(Workload.FILTER);
		data.write(qos);
		return packet(0x82, body);
	}

	private static byte[] packet(int header, ByteArrayOutputStream body) {
		ByteArrayOutputStream packet = new ByteArrayOutputStream();
		packet.write(header);
		packet.write(body.size());
		packet.writeBytes(body.toByteArray());
		return packet.toByteArray();
	}

	/** The thread that reads. */
	private static final class Reader implements Runnable {

		private final Socket socket;

		private final Tally tally;

		private final ByteBuffer in = ByteBuffer.allocate(256 * 1024);

		private final ByteBuffer out = ByteBuffer.allocate(256 * 1024);

		private Reader(Socket socket, Tally tally) {
			this.socket = socket;
			this.tally = tally;
		}

		@Override
		public void run() {
			try {
				InputStream input = this.socket.getInputStream();
				OutputStream output = this.socket.getOutputStream();
				int read = input.read(this.in.array(), 0, this.in.capacity());
				while (read >= 0) {
					this.in.limit(this.in.position() + read).position(0);
					consume();
					this.in.compact();
					output.write(this.out.array(), 0, this.out.position());
					this.out.clear();
					read = input.read(this.in.array(), this.in.position(), this.in.remaining());
				}
			}
			catch (IOException ex) {
				this.tally.fail(ex);
			}
		}

		private void consume() {
			while (this.in.remaining() >= 4) {
				int start = this.in.position();
				int body = start + 1;
				int length = 0;
				int shift = 0;
				int next;
				do {
					next = this.in.get(body++);
					length |= (next & 127) << shift;
					shift += 7;
				}
				while (next < 0 && shift < 28);
				if (this.in.limit() < body + length) {
					return;
				}
				packet(this.in.get(start) & 0xFF, body, body + length);
				this.in.position(body + length);
			}
		}

		private void packet(int header, int start, int end) {
			if (header == 0x62) {
				this.out.putInt(0x70020000 | this.in.getShort(start) & 0xFFFF);
			}
			else if ((header & 0xF0) == 0x30) {
				publish(header >> 1 & 3, start, end);
			}
		}

		private void publish(int qos, int start, int end) {
			int at = start + 2 + this.in.getShort(start);
			int packetId = 0;
			if (qos > 0) {
				packetId = this.in.getShort(at) & 0xFFFF;
				at += 2;
			}
			int properties = this.in.get(at++);
			this.tally.received(Arrays.copyOfRange(this.in.array(), at + properties, end));
			if (qos > 0) {
				this.out.putInt(((qos == 1) ? 0x40020000 : 0x50020000) | packetId);
			}
		}

	}

}
