package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.SubscriptionLedger;

/**
 * What is kept in the application's database. Apart from what implements it, so that
 * nothing else needs the classes of JDBC.
 */
interface DatabaseStores {

	SubscriptionLedger ledger();

	DeadLetterStore deadLetters();

}
