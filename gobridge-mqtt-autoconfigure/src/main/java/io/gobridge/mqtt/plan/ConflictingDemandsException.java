package io.gobridge.mqtt.plan;

/**
 * Two owners want the same filter with options that exclude each other: the broker keeps
 * one subscription per filter.
 */
public class ConflictingDemandsException extends IllegalStateException {

	private final String first;

	private final String second;

	private final String filter;

	private final String option;

	public ConflictingDemandsException(String first, String second, String filter, String option) {
		super("'" + first + "' and '" + second + "' both subscribe '" + filter + "' but differ in " + option);
		this.first = first;
		this.second = second;
		this.filter = filter;
		this.option = option;
	}

	public String getFirst() {
		return this.first;
	}

	public String getSecond() {
		return this.second;
	}

	public String getFilter() {
		return this.filter;
	}

	public String getOption() {
		return this.option;
	}

}
