package io.gobridge.mqtt.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.FileSystemUtils;

/**
 * A folder for what the sessions of one application context keep across restarts: as the
 * broker forgets everything with the context, they must too. What the application
 * configures itself wins. The folder is made when something is kept, and removed with the
 * context.
 */
final class TemporaryStore implements AutoCloseable {

	private static final String PROPERTY_SOURCE = "embeddedMqttBrokerStore";

	private final Path folder;

	private TemporaryStore(Path folder) {
		this.folder = folder;
	}

	/**
	 * Contributes a folder to the sessions that are configured.
	 */
	static TemporaryStore contributeTo(ConfigurableEnvironment environment) {
		Path folder = Path.of(System.getProperty("java.io.tmpdir"), "gobridge-mqtt-store-" + UUID.randomUUID());
		Map<String, Object> properties = new LinkedHashMap<>();
		properties.put("gobridge.mqtt.store.path", folder.toString());
		for (String session : sessions(environment)) {
			properties.put("gobridge.mqtt.sessions." + session + ".store.path", folder.toString());
		}
		environment.getPropertySources().addLast(new MapPropertySource(PROPERTY_SOURCE, properties));
		return new TemporaryStore(folder);
	}

	private static List<String> sessions(ConfigurableEnvironment environment) {
		return List.copyOf(Binder.get(environment)
			.bind("gobridge.mqtt.sessions", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet());
	}

	@Override
	public void close() {
		try {
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
