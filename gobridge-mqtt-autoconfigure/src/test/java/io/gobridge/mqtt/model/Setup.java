package io.gobridge.mqtt.model;

import java.util.Random;

/**
 * What is the same for all of one run.
 *
 * @param durable whether the broker keeps the session
 * @param identifiers whether the broker has subscription identifiers
 * @param copies whether the broker sends a copy for each of several overlapping filters
 * @param receiveMaximum our Receive Maximum
 * @param excess how many messages more than that the broker sends
 * @param foreign whether somebody else has left subscriptions in the session
 * @param buffering whether the broker delivers what it had queued when it unsubscribes
 * @param declared whether a filter is wanted without a route
 * @param settledOrder whether acknowledgements leave as soon as a packet is settled
 * @param careless whether handlers fail, and what they begin ends later
 */
record Setup(boolean durable, boolean identifiers, boolean copies, int receiveMaximum, int excess, boolean foreign,
		boolean buffering, boolean declared, boolean settledOrder, boolean careless) {

	static Setup of(Random random) {
		return new Setup(random.nextInt(4) != 0, random.nextInt(3) != 0, random.nextBoolean(), 1 + random.nextInt(6),
				(random.nextInt(4) == 0) ? 1 + random.nextInt(6) : 0, random.nextInt(3) == 0, random.nextBoolean(),
				random.nextInt(4) == 0, random.nextInt(5) == 0, random.nextInt(3) != 0);
	}

}
