package io.gobridge.mqtt.session;

import org.jspecify.annotations.Nullable;

/**
 * Where a session takes user name and password from. Asked by the session thread before
 * every connection attempt, so that rotated credentials are used by the next CONNECT; an
 * answer that has to be fetched must come from a cache. An exception counts as a failed
 * attempt.
 */
@FunctionalInterface
public interface Credentials {

	/** Neither user name nor password. */
	Credentials NONE = of(null, null);

	/**
	 * Returns the credentials at this moment.
	 * @return user name and password
	 */
	Login current();

	/**
	 * Credentials that never change.
	 * @param username the user name, or {@code null}
	 * @param password the password, or {@code null}
	 * @return the credentials
	 */
	static Credentials of(@Nullable String username, @Nullable String password) {
		Login login = new Login(username, password);
		return () -> login;
	}

	/**
	 * User name and password; each may be missing (MQTT 5, sections 3.1.2.8 and 3.1.2.9).
	 *
	 * @param username the user name, or {@code null} to send none
	 * @param password the password, or {@code null} to send none
	 */
	record Login(@Nullable String username, @Nullable String password) {

		/**
		 * Shows nothing.
		 */
		@Override
		public String toString() {
			return "Login[***]";
		}

	}

}
