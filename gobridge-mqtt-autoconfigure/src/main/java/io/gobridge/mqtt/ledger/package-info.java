/**
 * The ledger: which topic filters a session has ever subscribed to and not yet given up.
 */
@NullMarked
package io.gobridge.mqtt.ledger;

import org.jspecify.annotations.NullMarked;
