package io.gobridge.mqtt.session;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;

/**
 * Port to what publishes over a session; the template implements it.
 */
public interface OutboundFlow {

	/**
	 * A connection is up: what the broker has not answered is sent again (MQTT 5, section
	 * 4.4), with its packet identifier where the broker kept the session.
	 * @param epoch the new epoch
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void opened(ConnectionEpoch epoch);

	/**
	 * See {@link ConnectionListener#answered}.
	 * @param kind which packet came
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code
	 * @param reasonString the reason string, or {@code null}
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void answered(ConnectionListener.PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString);

	/**
	 * See {@link ConnectionListener#writable()}.
	 */
	void writable();

	/**
	 * The connection has ended.
	 * @param epoch the retired epoch
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void retired(ConnectionEpoch epoch);

	/**
	 * Ends for good: every future that is not complete fails.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void stop();

}
