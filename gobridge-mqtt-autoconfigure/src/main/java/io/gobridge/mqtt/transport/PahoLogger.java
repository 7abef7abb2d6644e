package io.gobridge.mqtt.transport;

import java.util.ResourceBundle;

import org.eclipse.paho.mqttv5.client.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Sends what Paho logs to SLF4J, at debug level and never higher: whatever matters is
 * told through the connection, and Paho reports its own orderly end as severe. Its trace
 * levels are dropped, because their arguments are whole packets with payload and, for a
 * CONNECT, the password. Public because Paho makes it by reflection.
 */
public final class PahoLogger implements Logger {

	/**
	 * Has Paho use this class, unless Paho comes from a class loader that can not see it:
	 * Paho would fail then, instead of logging elsewhere.
	 */
	static void install() {
		try {
			Class<?> seen = Class.forName(PahoLogger.class.getName(), false, Logger.class.getClassLoader());
			if (seen == PahoLogger.class) {
				org.eclipse.paho.mqttv5.client.logging.LoggerFactory.setLogger(PahoLogger.class.getName());
			}
		}
		catch (ClassNotFoundException ex) {
			LoggerFactory.getLogger(PahoLogger.class).debug("Paho logs by itself", ex);
		}
	}

	private org.slf4j.@Nullable Logger log;

	private @Nullable ResourceBundle catalog;

	@Override
	public void initialise(ResourceBundle messageCatalog, String loggerId, @Nullable String resourceName) {
		this.log = LoggerFactory.getLogger(loggerId);
		this.catalog = messageCatalog;
	}

	@Override
	public boolean isLoggable(int level) {
		return level <= WARNING && this.log != null && this.log.isDebugEnabled();
	}

	/**
	 * Logs without the arguments: they can hold packets.
	 */
	private void write(int level, String sourceMethod, String message, @Nullable Throwable thrown) {
		if (this.log != null && isLoggable(level)) {
			this.log.debug("{}: {}", sourceMethod, text(message), thrown);
		}
	}

	private String text(String message) {
		return (this.catalog != null && this.catalog.containsKey(message)) ? this.catalog.getString(message) : message;
	}

	@Override
	public void log(int level, String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable thrown) {
		write(level, sourceMethod, msg, thrown);
	}

	@Override
	public void severe(String sourceClass, String sourceMethod, String msg) {
		write(SEVERE, sourceMethod, msg, null);
	}

	@Override
	public void severe(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
		write(SEVERE, sourceMethod, msg, null);
	}

	@Override
	public void severe(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable thrown) {
		write(SEVERE, sourceMethod, msg, thrown);
	}

	@Override
	public void warning(String sourceClass, String sourceMethod, String msg) {
		write(WARNING, sourceMethod, msg, null);
	}

	@Override
	public void warning(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
		write(WARNING, sourceMethod, msg, null);
	}

	@Override
	public void warning(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable thrown) {
		write(WARNING, sourceMethod, msg, thrown);
	}

	@Override
	public String formatMessage(String msg, Object @Nullable [] inserts) {
		return text(msg);
	}

	@Override
	public void setResourceName(String logContext) {
	}

	@Override
	public void dumpTrace() {
	}

	@Override
	public void trace(int level, String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable ex) {
	}

	@Override
	public void info(String sourceClass, String sourceMethod, String msg) {
	}

	@Override
	public void info(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
	}

	@Override
	public void info(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable thrown) {
	}

	@Override
	public void config(String sourceClass, String sourceMethod, String msg) {
	}

	@Override
	public void config(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
	}

	@Override
	public void config(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable thrown) {
	}

	@Override
	public void fine(String sourceClass, String sourceMethod, String msg) {
	}

	@Override
	public void fine(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
	}

	@Override
	public void fine(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable ex) {
	}

	@Override
	public void finer(String sourceClass, String sourceMethod, String msg) {
	}

	@Override
	public void finer(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
	}

	@Override
	public void finer(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable ex) {
	}

	@Override
	public void finest(String sourceClass, String sourceMethod, String msg) {
	}

	@Override
	public void finest(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts) {
	}

	@Override
	public void finest(String sourceClass, String sourceMethod, String msg, Object @Nullable [] inserts,
			@Nullable Throwable ex) {
	}

}
