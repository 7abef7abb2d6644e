package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.UrlResource;

/**
 * Explains a key below {@code gobridge.mqtt} that does not exist. Before Spring Boot's
 * own analyzer, which shows the value: that of a mistyped password is one, too.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownKeyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("gobridge.mqtt");

	private static final ConfigurationPropertyName SESSIONS = ROOT.append("sessions");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
		StringBuilder description = new StringBuilder();
		StringBuilder action = new StringBuilder();
		Set<String> keys = keys();
		for (ConfigurationProperty property : cause.getUnboundProperties()) {
			ConfigurationPropertyName name = property.getName();
			if (!ROOT.isAncestorOf(name)) {
				return null;
			}
			description.append("There is no key '").append(name).append('\'');
			if (property.getOrigin() != null) {
				description.append(" (").append(property.getOrigin()).append(')');
			}
			description.append(System.lineSeparator());
			String nearest = nearest(name, keys);
			action.append((nearest != null) ? "Did you mean '" + nearest + "'?" : "Remove '" + name + "'.")
				.append(System.lineSeparator());
		}
		action.append("All keys are in the page docs/appendix/properties.md and in the configuration metadata.");
		return new FailureAnalysis(description.toString().strip(), action.toString(), cause);
	}

	private static @Nullable String nearest(ConfigurationPropertyName name, Set<String> keys) {
		int sessionElements = SESSIONS.getNumberOfElements() + 1;
		// A named session has the keys that are directly below the root.
		boolean ofSession = SESSIONS.isAncestorOf(name) && name.getNumberOfElements() > sessionElements;
		ConfigurationPropertyName prefix = ofSession ? name.chop(sessionElements) : ROOT;
		String key = name.toString().substring(prefix.toString().length());
		int tolerated = Math.max(2, key.length() / 4);
		return keys.stream()
			.filter((known) -> distance(known, key) <= tolerated)
			.min(Comparator.comparingInt((known) -> distance(known, key)))
			.map((known) -> prefix + known)
			.orElse(null);
	}

	/**
	 * All keys without the root, as the configuration metadata has them.
	 */
	private static Set<String> keys() {
		Set<String> keys = new TreeSet<>();
		try {
			Enumeration<URL> files = UnknownKeyFailureAnalyzer.class.getClassLoader()
				.getResources("META-INF/spring-configuration-metadata.json");
			for (URL file : Collections.list(files)) {
				String json = new UrlResource(file).getContentAsString(StandardCharsets.UTF_8);
				if (json.contains(ROOT + ".")) {
					names(json).stream()
						.filter((name) -> name.startsWith(ROOT + "."))
						.forEach((name) -> keys.add(name.substring(ROOT.toString().length())));
				}
			}
		}
		catch (IOException | RuntimeException ex) {
			// Then less is suggested; the failure itself is explained all the same.
		}
		return keys;
	}

	private static List<String> names(String json) {
		List<String> names = new ArrayList<>();
		if (JsonParserFactory.getJsonParser().parseMap(json).get("properties") instanceof List<?> properties) {
			for (Object property : properties) {
				if (property instanceof Map<?, ?> values && values.get("name") instanceof String name) {
					names.add(name);
				}
			}
		}
		return names;
	}

	/**
	 * How many characters have to be added, left out or changed (Levenshtein).
	 */
	private static int distance(String one, String other) {
		int[] row = new int[other.length() + 1];
		for (int j = 0; j < row.length; j++) {
			row[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j < row.length; j++) {
				int above = row[j];
				int changed = diagonal + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
				diagonal = above;
			}
		}
		return row[other.length()];
	}

}
