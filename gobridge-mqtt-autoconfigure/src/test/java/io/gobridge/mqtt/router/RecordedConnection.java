package io.gobridge.mqtt.router;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.session.BareConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionEpoch;

/**
 * Writes down which acknowledgements would have left.
 */
final class RecordedConnection implements BareConnection {

	final List<String> written = new CopyOnWriteArrayList<>();

	volatile boolean up = true;

	ConnectionEpoch epoch(long number, boolean sessionPresent) {
		ConnAck ack = new ConnAck(sessionPresent, 65535, 2, true, null, 0, true, true, true, null, null, null, null);
		return new ConnectionEpoch(number, ack, this, Instant.EPOCH);
	}

	private boolean write(String packet) {
		if (this.up) {
			this.written.add(packet);
		}
		return this.up;
	}

	@Override
	public boolean pubAck(int packetId, int reasonCode) {
		return write("PUBACK " + packetId);
	}

	@Override
	public boolean pubRec(int packetId, int reasonCode) {
		return write("PUBREC " + packetId);
	}

	@Override
	public void pubComp(int packetId, int reasonCode) {
		write("PUBCOMP " + packetId + ((reasonCode != 0) ? " 0x" + Integer.toHexString(reasonCode) : ""));
	}

	@Override
	public void pubRel(int packetId) {
		write("PUBREL " + packetId);
	}

	@Override
	public void close(Duration bound, int reasonCode) {
		this.up = false;
	}

}
