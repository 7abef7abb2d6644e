package io.gobridge.mqtt.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.gobridge.mqtt.actuate.MqttMeters;
import io.gobridge.mqtt.autoconfigure.GoBridgeMqttAutoConfiguration;
import io.gobridge.mqtt.autoconfigure.MqttMetricsAutoConfiguration;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.router.MqttReceiveObservationConvention;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of the meters has a row for every meter and no other, with all its tags and
 * their values.
 */
class MetersPageTests {

	private static final Path PAGE = Path.of("../docs/appendix/meters.md");

	private static final Pattern ROW = Pattern.compile("^\\| `(gobridge\\.mqtt\\.[a-z.]+)` \\|.*$", Pattern.MULTILINE);

	/** Tags whose values depend on the application, or are listed elsewhere. */
	private static final Set<String> OPEN_TAGS = Set.of("session", "route", "state");

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class, MqttMetricsAutoConfiguration.class))
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		// Nobody listens there, and no connection is needed to have meters.
		.withPropertyValues("spring.application.name=meters", "gobridge.mqtt.url=mqtt://127.0.0.1:1");

	@Test
	void metersPageHasEveryMeterWithItsTags() throws IOException {
		String page = Files.readString(PAGE);
		Map<String, String> rows = rows(page.substring(0, page.indexOf("## Timers")));
		this.contextRunner.run((context) -> {
			context.getBean(MqttRouteRegistry.class)
				.register(MqttRouteDefinition.builder("any").topic("any").handler((delivery) -> {
				}).build());
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(MqttMeters.class).bindTo(registry);
			Set<String> names = new TreeSet<>();
			for (Meter meter : registry.getMeters()) {
				names.add(meter.getId().getName());
				meter.getId().getTags().forEach((tag) -> assertMentions(rows, meter.getId().getName(), tag));
			}
			assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(names);
		});
	}

	@Test
	void metersPageHasTheObservations() {
		assertThat(PAGE).content().contains("`" + MqttReceiveObservationConvention.DEFAULT.getName() + "`");
	}

	private static Map<String, String> rows(String page) {
		Map<String, String> rows = new TreeMap<>();
		Matcher matcher = ROW.matcher(page);
		while (matcher.find()) {
			rows.put(matcher.group(1), matcher.group());
		}
		return rows;
	}

	private static void assertMentions(Map<String, String> rows, String name, Tag tag) {
		assertThat(rows).containsKey(name);
		if (!tag.getKey().equals("session")) {
			assertThat(rows.get(name)).contains("`" + tag.getKey() + "`");
		}
		if (!OPEN_TAGS.contains(tag.getKey())) {
			assertThat(rows.get(name)).contains("`" + tag.getValue() + "`");
		}
	}

}
