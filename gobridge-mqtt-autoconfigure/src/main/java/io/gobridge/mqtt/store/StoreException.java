package io.gobridge.mqtt.store;

import org.jspecify.annotations.Nullable;

/**
 * What should be durable could not be written or read. Says where and what to do about
 * it; never holds keys or values. Nothing of the failed operation is in the store unless
 * {@link Kind#UNAVAILABLE} was met while a database committed, which may or may not have
 * taken effect. The store may be used again at once: it recovers by itself when the cause
 * is gone.
 */
public final class StoreException extends RuntimeException {

	private final Kind kind;

	private final String location;

	private final String remedy;

	/**
	 * Creates an exception.
	 * @param kind what kind of failure it is
	 * @param location where: a path or the URL of a database, without credentials
	 * @param problem what happened, as the rest of a sentence that begins with the
	 * location
	 * @param remedy what to do about it, as sentences
	 * @param cause the cause, if its text may be shown
	 */
	public StoreException(Kind kind, String location, String problem, String remedy, @Nullable Throwable cause) {
		super("The store " + location + " " + problem + ". " + remedy, cause);
		this.kind = kind;
		this.location = location;
		this.remedy = remedy;
	}

	/**
	 * Returns what kind of failure it is.
	 * @return the kind
	 */
	public Kind getKind() {
		return this.kind;
	}

	/**
	 * Returns where it happened.
	 * @return a path or the URL of a database
	 */
	public String getLocation() {
		return this.location;
	}

	/**
	 * Returns what to do about it.
	 * @return the remedy, as sentences
	 */
	public String getRemedy() {
		return this.remedy;
	}

	/**
	 * The kinds of failure.
	 */
	public enum Kind {

		/** Another process, or another context of this one, has the store open. */
		IN_USE,

		/** The content is not what was written. Nothing was changed. */
		CORRUPT,

		/** A later version wrote it. Nothing was changed. */
		UNKNOWN_FORMAT,

		/** The path may not be written. */
		ACCESS_DENIED,

		/** The disk, the quota or a bound on the number of records is exhausted. */
		FULL,

		/** Reading or writing failed for another reason. */
		IO,

		/** The database did not answer, or refused. */
		UNAVAILABLE,

		/** The store was closed with the application. */
		CLOSED

	}

}
