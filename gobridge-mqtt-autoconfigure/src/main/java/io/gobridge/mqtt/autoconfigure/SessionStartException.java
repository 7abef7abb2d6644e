package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

import io.gobridge.mqtt.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The first connection of a session that has to fail fast did not come up.
 */
final class SessionStartException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient SessionSnapshot snapshot;

	private final Duration timeout;

	SessionStartException(SessionSnapshot snapshot, Duration timeout, @Nullable Throwable cause) {
		super("The session '" + snapshot.name() + "' with " + snapshot.broker() + " was not up within "
				+ timeout.toMillis() + " ms" + ((snapshot.lastError() != null) ? ": " + snapshot.lastError() : ""),
				cause);
		this.snapshot = snapshot;
		this.timeout = timeout;
	}

	SessionSnapshot snapshot() {
		return this.snapshot;
	}

	Duration timeout() {
		return this.timeout;
	}

}
