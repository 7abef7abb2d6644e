package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.actuate.SessionLedger;
import io.gobridge.mqtt.session.SessionHistory;

/**
 * What a session remembers across processes, from the two sides that look at it.
 *
 * @param history for the session, which asks before it connects
 * @param ledger for an operator
 */
record DurableSession(SessionHistory history, SessionLedger ledger) {
}
