package io.gobridge.mqtt.documentation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of all properties says what the metadata of the properties says.
 */
class PropertiesPageTests {

	private static final String PREFIX = "gobridge.mqtt.";

	private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

	private static final String HEAD = """
			# Properties

			<!-- Generated from the configuration metadata. Do not edit; run in the root of the project:
			mvn -B -q -pl gobridge-mqtt-autoconfigure test -Dtest=PropertiesPageTests -Ddocs.write=true -->

			The keys of the connection directly under `gobridge.mqtt`. Those of a further connection are the same under
			`gobridge.mqtt.sessions.<name>`, but for `enabled`. A key that is not known fails the start.

			`subscriptions` is a list with `subscriptions[0].filter` and `subscriptions[0].qos` (1). The mode `exclusive` is
			refused, as it is not there yet, and so is `default` for `on-failure`, which only a route can say. What
			`store`, `ledger`, `dead-letter` and `jdbc` mean is in [stores](../reference/stores.md) and
			[dead letters](../reference/dead-letters.md).

			| key | type | default | |
			|---|---|---|---|
			""";

	@Test
	void propertiesPageIsUpToDate() throws IOException {
		new GeneratedPage("docs/appendix/properties.md").isUpToDate(HEAD + rows());
	}

	private static String rows() {
		JsonNode metadata = JsonMapper.builder().build().readTree(METADATA.toFile());
		List<JsonNode> properties = new ArrayList<>();
		metadata.path("properties").forEach((property) -> {
			if (name(property).startsWith(PREFIX)) {
				properties.add(property);
			}
		});
		assertThat(properties).isNotEmpty();
		return properties.stream()
			.sorted(Comparator.comparing(PropertiesPageTests::name))
			.map(PropertiesPageTests::row)
			.collect(Collectors.joining());
	}

	private static String name(JsonNode property) {
		return property.path("name").asString();
	}

	private static String row(JsonNode property) {
		String description = property.path("description").asString("");
		assertThat(description).as("description of %s", name(property)).isNotBlank();
		return "| `%s` | %s | %s | %s |%n"
			.formatted(name(property), type(property.path("type").asString()),
					defaultValue(property.path("defaultValue")), cell(description))
			.replace(System.lineSeparator(), "\n");
	}

	private static String type(String type) {
		if (type.startsWith("java.util.List<")) {
			return "list of " + type(type.substring("java.util.List<".length(), type.length() - 1));
		}
		if (type.startsWith("java.util.Map<")) {
			return "map";
		}
		Class<?> resolved = ClassUtils.resolveClassName(type, null);
		if (!resolved.isEnum()) {
			return resolved.getPackageName().startsWith("io.gobridge") ? "object" : resolved.getSimpleName();
		}
		return Arrays.stream(resolved.getEnumConstants())
			.map((constant) -> "`" + ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
			.collect(Collectors.joining(", "));
	}

	private static String defaultValue(JsonNode value) {
		if (value.isMissingNode()) {
			return "";
		}
		if (value.isArray()) {
			List<String> values = new ArrayList<>();
			value.forEach((element) -> values.add(element.asString()));
			return values.isEmpty() ? "" : "`" + String.join(", ", values) + "`";
		}
		return "`" + value.asString() + "`";
	}

	private static String cell(String text) {
		return text.replace("|", "\\|").replaceAll("\\s+", " ");
	}

}
