package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * One connection of a client to a {@link ScriptedBroker}. The {@code expect} methods take
 * the next packet that no {@link Responder} has answered, and fail when it is another one
 * or does not come within ten seconds.
 */
public final class ScriptedConnection implements AutoCloseable {

	private final Socket socket;

	private final Gate gate = new Gate();

	private final CountDownLatch ended = new CountDownLatch(1);

	private final ReentrantLock writing = new ReentrantLock();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition arrived = this.lock.newCondition();

	private final List<ReceivedPacket> packets = new ArrayList<>();

	private final Deque<ReceivedPacket> unanswered = new ArrayDeque<>();

	private Responder responder = Responder.none();

	ScriptedConnection(Socket socket) {
		this.socket = socket;
	}

	void start() {
		Thread reader = new Thread(this::read, "scripted-connection-" + this.socket.getPort());
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Lets a responder answer from now on, beginning with packets that have come already
	 * and that the test has not taken.
	 * @param responder the responder
	 */
	public void respondWith(Responder responder) {
		this.lock.lock();
		try {
			this.responder = responder;
			List<ReceivedPacket> waiting = List.copyOf(this.unanswered);
			this.unanswered.clear();
			waiting.forEach(this::answerOrKeep);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Answers with {@link Responder#standard()} from now on.
	 */
	public void autoRespond() {
		respondWith(Responder.standard());
	}

	/**
	 * Sends bytes. Packets of concurrent calls are not mixed.
	 * @param packets the bytes
	 */
	public void send(byte[]... packets) {
		WireWriter all = new WireWriter();
		for (byte[] packet : packets) {
			all.bytes(packet);
		}
		this.writing.lock();
		try {
			this.socket.getOutputStream().write(all.toByteArray());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			this.writing.unlock();
		}
	}

	/**
	 * Expects CONNECT and accepts it, without a session.
	 * @return the CONNECT
	 */
	public ReceivedPacket.Connect handshake() {
		return handshake(Packets.connack());
	}

	/**
	 * Expects CONNECT and answers it.
	 * @param connack the answer
	 * @return the CONNECT
	 */
	public ReceivedPacket.Connect handshake(Packets.Connack connack) {
		ReceivedPacket.Connect connect = expectConnect();
		send(connack.build());
		return connect;
	}

	public ReceivedPacket readPacket() {
		return readPacket(ScriptedBroker.TIMEOUT);
	}

	/**
	 * Takes the next packet that no responder has answered.
	 * @param timeout how long to wait for it
	 * @return the packet
	 */
	public ReceivedPacket readPacket(Duration timeout) {
		this.lock.lock();
		try {
			await("packet", timeout, () -> !this.unanswered.isEmpty());
			return this.unanswered.removeFirst();
		}
		finally {
			this.lock.unlock();
		}
	}

	public ReceivedPacket expect(PacketType type) {
		ReceivedPacket packet = readPacket();
		if (packet.type() != type) {
			throw new AssertionError("Expected " + type + " but got " + packet);
		}
		return packet;
	}

	public ReceivedPacket.Connect expectConnect() {
		return expect(PacketType.CONNECT).connect();
	}

	public ReceivedPacket.Subscribe expectSubscribe() {
		return expect(PacketType.SUBSCRIBE).subscribe();
	}

	public ReceivedPacket.Unsubscribe expectUnsubscribe() {
		return expect(PacketType.UNSUBSCRIBE).unsubscribe();
	}

	public ReceivedPacket.Publish expectPublish() {
		return expect(PacketType.PUBLISH).publish();
	}

	public ReceivedPacket.Acknowledgement expectPuback(int packetId) {
		return expectAcknowledgement(PacketType.PUBACK, packetId);
	}

	public ReceivedPacket.Acknowledgement expectPubrec(int packetId) {
		return expectAcknowledgement(PacketType.PUBREC, packetId);
	}

	public ReceivedPacket.Acknowledgement expectPubcomp(int packetId) {
		return expectAcknowledgement(PacketType.PUBCOMP, packetId);
	}

	public void expectPingreq() {
		expect(PacketType.PINGREQ);
	}

	public ReceivedPacket.Disconnect expectDisconnect() {
		return expect(PacketType.DISCONNECT).disconnect();
	}

	/**
	 * Waits until the connection is over, no matter who ended it.
	 */
	public void expectEnd() {
		try {
			if (!this.ended.await(ScriptedBroker.TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new AssertionError("Connection still open after " + ScriptedBroker.TIMEOUT);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the end of the connection", ex);
		}
	}

	public boolean isOpen() {
		return this.ended.getCount() > 0;
	}

	/**
	 * Everything that has come so far, answered or not.
	 * @return the packets in order
	 */
	public List<ReceivedPacket> packets() {
		this.lock.lock();
		try {
			return List.copyOf(this.packets);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Everything of one type that has come so far, answered or not.
	 * @param type the type
	 * @return the packets in order
	 */
	public List<ReceivedPacket> packets(PacketType type) {
		return packets().stream().filter((packet) -> packet.type() == type).toList();
	}

	/**
	 * Waits for a packet, answered or not, taken or not.
	 * @param what what to say when it does not come
	 * @param condition which packet
	 * @return the first such packet
	 */
	public ReceivedPacket awaitPacket(String what, Predicate<ReceivedPacket> condition) {
		this.lock.lock();
		try {
			await(what, ScriptedBroker.TIMEOUT, () -> this.packets.stream().anyMatch(condition));
			return this.packets.stream().filter(condition).findFirst().orElseThrow();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Stops reading. What the client sends from now on is neither recorded nor answered,
	 * and after a while it cannot send any more.
	 */
	public void stall() {
		this.gate.shut();
	}

	/**
	 * Reads again, beginning with what has come in the meantime.
	 */
	public void resume() {
		this.gate.open();
	}

	/**
	 * Ends the connection in an orderly way (FIN), without a DISCONNECT.
	 */
	@Override
	public void close() {
		this.gate.open();
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Ends the connection at once (RST).
	 */
	public void reset() {
		try {
			this.socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		close();
	}

	private ReceivedPacket.Acknowledgement expectAcknowledgement(PacketType type, int packetId) {
		ReceivedPacket packet = expect(type);
		ReceivedPacket.Acknowledgement acknowledgement = packet.acknowledgement();
		if (acknowledgement.packetId() != packetId) {
			throw new AssertionError("Expected " + type + " for packet " + packetId + " but got " + packet);
		}
		return acknowledgement;
	}

	private void read() {
		Framer framer = new Framer();
		byte[] buffer = new byte[8192];
		try (Socket open = this.socket) {
			InputStream in = open.getInputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				this.gate.pass();
				framer.accept(buffer, length, this::received);
				this.gate.pass();
			}
		}
		catch (IOException | UncheckedIOException ex) {
			// The end of the connection, whoever caused it, is what expectEnd() is for.
		}
		finally {
			this.ended.countDown();
		}
	}

	private void received(ReceivedPacket packet) {
		this.lock.lock();
		try {
			this.packets.add(packet);
			answerOrKeep(packet);
			this.arrived.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void answerOrKeep(ReceivedPacket packet) {
		Optional<byte[]> answer = this.responder.answer(packet);
		if (answer.isEmpty()) {
			this.unanswered.add(packet);
		}
		else if (answer.get().length > 0) {
			send(answer.get());
		}
	}

	private void await(String what, Duration timeout, BooleanSupplier condition) {
		long remaining = timeout.toNanos();
		try {
			while (!condition.getAsBoolean()) {
				if (remaining <= 0) {
					throw new AssertionError("No " + what + " within " + timeout + "; so far: " + this.packets);
				}
				remaining = this.arrived.awaitNanos(remaining);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for " + what, ex);
		}
	}

}
