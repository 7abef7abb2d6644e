package io.gobridge.mqtt.sample.telemetry;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.TopicVariable;

import org.springframework.stereotype.Component;

/**
 * Handles what the sites publish. A message is acknowledged after the method has
 * returned; one that is no reading never gets here.
 */
@Component
class TelemetryRoutes {

	private final NewestReadings readings;

	TelemetryRoutes(NewestReadings readings) {
		this.readings = readings;
	}

	@MqttRoute(id = "telemetry", topic = "sensors/{site}/temperature")
	void onReading(@TopicVariable String site, Reading reading, MqttDelivery delivery) {
		this.readings.add(new SiteReading(site, reading.celsius(), delivery.receivedAt()));
	}

}
