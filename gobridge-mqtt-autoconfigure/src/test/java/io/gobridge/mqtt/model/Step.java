package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One step of a script. The numbers choose among what there is when the step is made, so
 * that a script stays one when steps are left out of it.
 *
 * @param action what is done
 * @param a the first choice
 * @param b the second choice
 */
record Step(Action action, int a, int b) {

	static List<Step> script(Random random, int length) {
		List<Action> weighted = new ArrayList<>();
		for (Action action : Action.values()) {
			for (int i = 0; i < action.weight; i++) {
				weighted.add(action);
			}
		}
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < length; i++) {
			steps.add(new Step(weighted.get(random.nextInt(weighted.size())), random.nextInt(1000),
					random.nextInt(1000)));
		}
		return steps;
	}

	/**
	 * What may happen.
	 */
	enum Action {

		PUBLISH(22), REGISTER(5), UNREGISTER(4), PAUSE(3), RESUME(4),

		/** The session's thread runs one task, or all. */
		LOOP_ONE(12), LOOP(12),

		/** One lane runs, or all. */
		LANE(8), LANES(5),

		/** Packets reach us. */
		WIRE(16),

		/** Packets reach the broker. */
		BROKER(14),

		/** The broker accepts a connection, or refuses it. */
		ACCEPT(10), REFUSE(1),

		/** The connection is lost. */
		DROP(2),

		/** The broker loses the session. */
		FORGET(1),

		/** Time goes on, and the session's thread is late. */
		CLOCK(3),

		/** Time goes on. */
		ADVANCE(7),

		/** A handler ends what it has begun. */
		FINISH(6),

		/** How the broker answers from now on. */
		MOOD(2),

		/** What redelivery was asked for. */
		RECOVER(1), RECONCILE(1);

		private final int weight;

		Action(int weight) {
			this.weight = weight;
		}

	}

}
