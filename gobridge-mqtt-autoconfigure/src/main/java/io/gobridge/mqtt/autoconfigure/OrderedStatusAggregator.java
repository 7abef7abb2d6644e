package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Status;

/**
 * Takes the status that comes first in an order; statuses that the order does not name
 * are left out. Codes are compared as Boot compares them, by their letters alone.
 */
final class OrderedStatusAggregator implements StatusAggregator {

	private final List<String> order;

	OrderedStatusAggregator(List<String> order) {
		this.order = order.stream().map(OrderedStatusAggregator::letters).toList();
	}

	private static String letters(String code) {
		StringBuilder letters = new StringBuilder(code.length());
		code.chars().filter(Character::isAlphabetic).forEach(letters::appendCodePoint);
		return letters.toString().toLowerCase(Locale.ENGLISH);
	}

	@Override
	public Status getAggregateStatus(Set<Status> statuses) {
		Status first = Status.UNKNOWN;
		int rank = Integer.MAX_VALUE;
		for (Status status : statuses) {
			int candidate = this.order.indexOf(letters(status.getCode()));
			if (candidate >= 0 && candidate < rank) {
				first = status;
				rank = candidate;
			}
		}
		return first;
	}

}
