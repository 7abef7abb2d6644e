package io.gobridge.mqtt.sample.telemetry;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The readings for the page, and for whoever asks.
 */
@RestController
class ReadingsController {

	private final NewestReadings readings;

	ReadingsController(NewestReadings readings) {
		this.readings = readings;
	}

	@GetMapping("/readings")
	List<SiteReading> readings() {
		return this.readings.list();
	}

}
