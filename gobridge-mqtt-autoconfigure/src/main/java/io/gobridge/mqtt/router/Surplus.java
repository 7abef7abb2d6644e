package io.gobridge.mqtt.router;

import java.time.Duration;

import io.gobridge.mqtt.message.MqttDelivery;

import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.RunsOn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the memory for what a broker sends beyond our Receive Maximum, which it must not
 * (MQTT 5, section 4.9). Mosquitto 2.0 sends thousands of messages in one go when it
 * resumes a session with a backlog, up to the 65,535 packet identifiers there are; held
 * in memory that can be more than there is.
 * <p>
 * What is over the bound is not taken, and nothing at QoS 1 and QoS 2 behind it on the
 * same connection either, or it would overtake. It stays unacknowledged, and when most of
 * what is held has been handled a new connection has the broker send the rest again. To
 * stop reading instead would let handlers wait in vain that publish and wait for the
 * acknowledgement, which would stand in the same stream behind the surplus.
 */
final class Surplus {

	private static final Logger logger = LoggerFactory.getLogger(Surplus.class);

	/** How often it is looked whether most has been handled. */
	static final Duration CHECK = Duration.ofMillis(50);

	/** What a message takes beside its payload and its topic, roughly. */
	private static final int OVERHEAD = 512;

	/** The held bytes are added up again whenever this part of the bound has come. */
	private static final int STEPS = 8;

	private final RouterSettings settings;

	private final SessionLoop loop;

	private final RecoveryRequests recovery;

	Surplus(RouterSettings settings, SessionLoop loop, RecoveryRequests recovery) {
		this.settings = settings;
		this.loop = loop;
		this.recovery = recovery;
	}

	/** What a message counts for. */
	static long weight(MqttDelivery delivery) {
		return OVERHEAD + delivery.topic().length() + delivery.payload().length;
	}

	OfEpoch of(EpochRouter owed) {
		return new OfEpoch(owed);
	}

	/**
	 * The surplus of one connection.
	 */
	final class OfEpoch {

		/** What has been received and not been acknowledged. */
		private final EpochRouter owed;

		/** Since the last look; touched by the wire thread only, as the field below. */
		private long unlooked;

		private boolean exceeded;

		private OfEpoch(EpochRouter owed) {
			this.owed = owed;
		}

		/**
		 * Whether a message at QoS 1 or QoS 2 is left to the broker.
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		boolean leaves(MqttDelivery delivery) {
			if (this.exceeded) {
				return true;
			}
			this.unlooked += weight(delivery);
			// An ephemeral session has no backlog, and what is left to the broker there
			// is lost.
			if (this.unlooked < Surplus.this.settings.maxHeldBytes() / STEPS || !Surplus.this.settings.durable()) {
				return false;
			}
			this.unlooked = 0;
			this.exceeded = isExceeded();
			return this.exceeded;
		}

		private boolean isExceeded() {
			RouterSettings settings = Surplus.this.settings;
			int count = this.owed.unreleased();
			if (count <= settings.receiveMaximum()) {
				return false;
			}
			long weight = this.owed.heldWeight();
			if (weight < settings.maxHeldBytes()) {
				return false;
			}
			logger.warn(
					"Session '{}': the broker has sent {} messages without waiting for acknowledgements, where the "
							+ "Receive Maximum is {}; about {} KiB of them are held, and no more is taken on this "
							+ "connection. What it sends meanwhile stays unacknowledged, and comes again on a new "
							+ "connection when most of what is held has been handled",
					settings.session(), count, settings.receiveMaximum(), weight >> 10);
			watch();
			return true;
		}

		private void watch() {
			Surplus.this.loop.schedule(this::look, CHECK);
		}

		@RunsOn(RunsOn.Kind.SESSION)
		private void look() {
			if (this.owed.epoch().isRetired()) {
				return;
			}
			if (this.owed.unreleased() > Surplus.this.settings.receiveMaximum() / 2) {
				watch();
				return;
			}
			Surplus.this.recovery.requestNow();
		}

	}

}
