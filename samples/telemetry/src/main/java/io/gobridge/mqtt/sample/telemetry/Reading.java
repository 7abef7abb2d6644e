package io.gobridge.mqtt.sample.telemetry;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The payload of a message: {@code {"celsius": 21.5}}. JSON without the temperature, or
 * with one that is no finite number, does not become a reading.
 *
 * @param celsius the temperature
 */
record Reading(@JsonProperty(required = true) double celsius) {

	Reading {
		if (!Double.isFinite(celsius)) {
			throw new IllegalArgumentException("A temperature is a finite number");
		}
	}

}
