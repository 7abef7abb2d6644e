package io.gobridge.mqtt.sample.telemetry;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Receives temperatures over MQTT and shows them on {@code /}. With its defaults it needs
 * nothing else: a broker runs inside it, and a simulator publishes to that.
 */
@SpringBootApplication
public class TelemetryApplication {

	public static void main(String[] args) {
		SpringApplication.run(TelemetryApplication.class, args);
	}

}
