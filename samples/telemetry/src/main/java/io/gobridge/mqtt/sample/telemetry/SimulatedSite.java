package io.gobridge.mqtt.sample.telemetry;

/**
 * Where it is a little warmer, and a little colder again.
 *
 * @param name the site
 * @param mean what its temperature swings around
 * @param swing how far it swings
 * @param period how long one swing takes, in seconds
 */
record SimulatedSite(String name, double mean, double swing, int period) {

	/**
	 * The temperature after some time; always the same for the same second.
	 * @param second how many seconds have passed
	 * @return the reading, to a tenth of a degree
	 */
	Reading at(int second) {
		double angle = 2 * Math.PI * second / this.period;
		double flicker = Math.sin(second * 2.3 + this.mean) * Math.sin(second * 0.7) * this.swing / 6;
		return new Reading(Math.round((this.mean + this.swing * Math.sin(angle) + flicker) * 10) / 10.0);
	}

}
