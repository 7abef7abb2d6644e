package io.gobridge.mqtt.session;

import java.util.List;

/**
 * Why a session must not go on until an operator has decided, and what there is to
 * decide.
 *
 * @param reason what is wrong
 * @param filters the topic filters that it is about, empty where they are not known
 * @param waysOut what can be done, each a sentence of its own
 */
public record MigrationRequired(String reason, List<String> filters, List<String> waysOut) {

	public MigrationRequired {
		filters = List.copyOf(filters);
		waysOut = List.copyOf(waysOut);
	}

}
