package io.gobridge.mqtt.publish;

import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an answer of the broker means for a publish (MQTT 5, sections 3.4 to 3.7 and 4.3).
 * An answer to nothing is ignored. Guarded by the lock of {@link OutboundMessages}.
 */
final class PublishAnswers {

	private static final Logger logger = LoggerFactory.getLogger(PublishAnswers.class);

	/** From here on a reason code is an error. */
	private static final int ERROR = 0x80;

	private static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;

	private final InFlight inFlight;

	private final PublishResults results;

	PublishAnswers(InFlight inFlight, PublishResults results) {
		this.inFlight = inFlight;
		this.results = results;
	}

	void take(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString,
			@Nullable BrokerLimits connected) {
		switch (kind) {
			case PUBACK -> end(this.inFlight.acknowledged(packetId), kind, packetId, reasonCode, reasonString);
			case PUBREC -> receive(packetId, reasonCode, reasonString, connected);
			case PUBCOMP -> complete(packetId, reasonCode, reasonString);
		}
	}

	private void receive(int packetId, int reasonCode, @Nullable String reasonString,
			@Nullable BrokerLimits connected) {
		if (reasonCode >= ERROR) {
			end(this.inFlight.refused(packetId), PublishAnswer.PUBREC, packetId, reasonCode, reasonString);
		}
		else if (!this.inFlight.received(packetId, reasonCode, reasonString)) {
			unexpected(PublishAnswer.PUBREC, packetId);
		}
		else if (connected != null) {
			connected.connection().pubRel(packetId);
		}
	}

	private void complete(int packetId, int reasonCode, @Nullable String reasonString) {
		PendingPublish pending = this.inFlight.completed(packetId);
		if (pending != null && (reasonCode < ERROR || reasonCode == PACKET_IDENTIFIER_NOT_FOUND)) {
			// A broker that does not know the identifier any more is done with the
			// message, which it had taken with PUBREC.
			this.results.succeed(pending, pending.receivedCode, pending.receivedReason);
		}
		else {
			end(pending, PublishAnswer.PUBCOMP, packetId, reasonCode, reasonString);
		}
	}

	private void end(@Nullable PendingPublish pending, PublishAnswer kind, int packetId, int reasonCode,
			@Nullable String reasonString) {
		if (pending == null) {
			unexpected(kind, packetId);
		}
		else if (reasonCode >= ERROR) {
			this.results.fail(pending, MqttPublishException.refused(pending.topic(), reasonCode, reasonString));
		}
		else {
			this.results.succeed(pending, reasonCode, reasonString);
		}
	}

	private static void unexpected(PublishAnswer kind, int packetId) {
		logger.debug("Ignored {} for packet identifier {}, which waits for none", kind, packetId);
	}

}
