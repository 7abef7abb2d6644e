package io.gobridge.mqtt.sample.telemetry;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.MqttPublishException;
import io.gobridge.mqtt.publish.PublishOptions;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.annotation.Scheduled;

/**
 * Publishes a reading of each of three sites every second, at QoS 1.
 * <p>
 * Does not wait for the broker. While there is no connection the readings wait in the
 * buffer of the template, until {@code gobridge.mqtt.publish.timeout} has passed; what is
 * lost then is logged once, not for every reading.
 */
class Simulator {

	private static final Log logger = LogFactory.getLog(Simulator.class);

	private static final PublishOptions OPTIONS = PublishOptions.builder().qos(1).build();

	private final MqttOperations template;

	private final List<SimulatedSite> sites = List.of(new SimulatedSite("greenhouse", 24.0, 2.5, 90),
			new SimulatedSite("harbour", 16.5, 1.8, 140), new SimulatedSite("summit", 8.0, 3.2, 60));

	private final AtomicBoolean failing = new AtomicBoolean();

	private int second;

	Simulator(MqttOperations template) {
		this.template = template;
	}

	@Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
	void publish() {
		for (SimulatedSite site : this.sites) {
			this.template.publish("sensors/" + site.name() + "/temperature", site.at(this.second), OPTIONS)
				.whenComplete((result, failure) -> report(failure));
		}
		this.second++;
	}

	private void report(@Nullable Throwable failure) {
		if (failure == null) {
			this.failing.set(false);
		}
		else if (!isStop(failure) && this.failing.compareAndSet(false, true)) {
			logger.warn("Readings could not be published: " + failure.getMessage());
		}
	}

	/**
	 * Readings on their way when the application stops are nothing to report.
	 */
	private static boolean isStop(Throwable failure) {
		return failure instanceof MqttPublishException ex && ex.getKind() == MqttPublishException.Kind.STOPPED;
	}

}
