package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Collects what breaks a rule: an exception would be lost where it is caught, as those of
 * handlers are.
 */
final class Violations {

	private final List<String> found = new ArrayList<>();

	/** What happened, where somebody wants to know. */
	final List<String> trace = new ArrayList<>();

	private final boolean tracing;

	Violations(boolean tracing) {
		this.tracing = tracing;
	}

	void unless(boolean condition, @Nullable Object... message) {
		if (!condition) {
			StringBuilder text = new StringBuilder();
			for (Object part : message) {
				text.append(part);
			}
			add(text.toString());
		}
	}

	void equal(String what, long actual, long expected) {
		if (actual != expected) {
			add(what + " is " + actual + " where the model has " + expected);
		}
	}

	void add(String message) {
		this.found.add(message);
		trace("VIOLATION: ", message);
	}

	void trace(@Nullable Object... message) {
		if (this.tracing) {
			StringBuilder text = new StringBuilder();
			for (Object part : message) {
				text.append(part);
			}
			this.trace.add(text.toString());
		}
	}

	boolean isEmpty() {
		return this.found.isEmpty();
	}

	String first() {
		return this.found.get(0);
	}

}
