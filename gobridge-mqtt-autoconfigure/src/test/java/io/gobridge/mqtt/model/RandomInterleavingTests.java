package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.fail;

/**
 * Random interleavings of publishing, routes that come and go, connections, bad answers
 * and time. A run is given by its seed: {@code -Dmodel.runs=10000} for many, and
 * {@code -Dmodel.seed=...} for those that begin with it.
 */
class RandomInterleavingTests {

	private static final int STEPS = 150;

	private static final Logger logger = (Logger) LoggerFactory.getLogger("io.gobridge.mqtt");

	private @Nullable Level level;

	@BeforeEach
	void beQuiet() {
		// What is warned about is what the runs are made of.
		this.level = logger.getLevel();
		logger.setLevel(Level.OFF);
	}

	@AfterEach
	void beLoudAgain() {
		logger.setLevel(this.level);
	}

	@Test
	void noMessageIsLostAndEveryCounterIsRight() {
		int runs = Integer.getInteger("model.runs", 500);
		long first = Long.getLong("model.seed", System.nanoTime());
		System.out.println("Random interleavings: " + runs + " runs from seed " + first);
		for (long seed = first; seed < first + runs; seed++) {
			List<Step> script = Step.script(new Random(~seed), STEPS);
			if (!Run.play(seed, script, false).isEmpty()) {
				report(seed, script);
			}
		}
	}

	private static void report(long seed, List<Step> script) {
		List<Step> shrunk = shrink(seed, script);
		Violations violations = Run.play(seed, shrunk, true);
		fail("Run %d (-Dmodel.seed=%d -Dmodel.runs=1): %s%n%s", seed, seed, violations.first(),
				String.join(System.lineSeparator(), violations.trace));
	}

	/**
	 * Leaves out steps as long as something is violated without them.
	 */
	private static List<Step> shrink(long seed, List<Step> script) {
		List<Step> shortest = script;
		for (int size = script.size() / 2; size > 0; size = (size > 1) ? size / 2 : 0) {
			for (int from = 0; from < shortest.size();) {
				List<Step> shorter = new ArrayList<>(shortest.subList(0, from));
				shorter.addAll(shortest.subList(Math.min(from + size, shortest.size()), shortest.size()));
				if (Run.play(seed, shorter, false).isEmpty()) {
					from += size;
				}
				else {
					shortest = shorter;
				}
			}
		}
		return shortest;
	}

}
