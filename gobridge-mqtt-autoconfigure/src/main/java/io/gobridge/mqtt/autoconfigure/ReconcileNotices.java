package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.reconcile.Orphan;
import io.gobridge.mqtt.reconcile.ReconcileListener;
import io.gobridge.mqtt.reconcile.SubscriptionStatus;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.event.MqttOrphanDetectedEvent;
import io.gobridge.mqtt.session.event.MqttSubscriptionRefusedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Takes what reconciling has to say to the session, which is made after it.
 */
final class ReconcileNotices implements ReconcileListener {

	private @Nullable ManagedSession session;

	void attach(ManagedSession session) {
		this.session = session;
	}

	@Override
	public void reconcileDue() {
		ManagedSession asked = this.session;
		if (asked != null) {
			// Without a connection this fails, and the next one reconciles.
			asked.reconcile();
		}
	}

	@Override
	public void reconnectDue() {
		ManagedSession asked = this.session;
		if (asked != null) {
			asked.reconnect();
		}
	}

	@Override
	public void migrationRequired(MigrationRequired migration) {
		ManagedSession told = this.session;
		if (told != null) {
			told.requireMigration(migration);
		}
	}

	@Override
	public void refused(SubscriptionStatus refused) {
		ManagedSession told = this.session;
		Integer code = refused.reasonCode();
		if (told != null && code != null) {
			told.publish(new MqttSubscriptionRefusedEvent(told, told.name(), refused.filter(), code, refused.reason(),
					refused.routes()));
		}
	}

	@Override
	public void orphanDetected(Orphan orphan) {
		ManagedSession told = this.session;
		if (told != null) {
			told.publish(
					new MqttOrphanDetectedEvent(told, told.name(), orphan.topic(), orphan.filter(), orphan.outcome()));
		}
	}

}
