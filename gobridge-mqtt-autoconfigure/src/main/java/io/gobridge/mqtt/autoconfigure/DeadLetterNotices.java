package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.router.DeadLetterListener;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.event.MqttDeadLetteredEvent;
import org.jspecify.annotations.Nullable;

/**
 * Makes events of dead letters, for the session, which is made after the router.
 */
final class DeadLetterNotices implements DeadLetterListener {

	private volatile @Nullable ManagedSession session;

	void attach(ManagedSession session) {
		this.session = session;
	}

	@Override
	public void deadLettered(DeadLetterMetadata deadLetter) {
		ManagedSession told = this.session;
		if (told != null) {
			told.publish(new MqttDeadLetteredEvent(told, told.name(), deadLetter.id(), deadLetter.route(),
					deadLetter.topic(), deadLetter.code().name()));
		}
	}

}
