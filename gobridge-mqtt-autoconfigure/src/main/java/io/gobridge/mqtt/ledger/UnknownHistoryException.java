package io.gobridge.mqtt.ledger;

/**
 * There is no history from which something could be removed: it was never recorded, or
 * the store is another one than before.
 */
public final class UnknownHistoryException extends RuntimeException {

	/**
	 * Creates an exception, which names no session.
	 */
	public UnknownHistoryException() {
		super("The ledger has no history for this session");
	}

}
