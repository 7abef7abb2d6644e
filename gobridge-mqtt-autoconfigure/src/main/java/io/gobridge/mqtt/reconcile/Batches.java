package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts what is to be asked into packets.
 */
final class Batches {

	private Batches() {
	}

	static <T> List<List<T>> of(List<T> all, int size) {
		List<List<T>> batches = new ArrayList<>();
		for (int from = 0; from < all.size(); from += size) {
			batches.add(List.copyOf(all.subList(from, Math.min(from + size, all.size()))));
		}
		return batches;
	}

}
