package io.gobridge.mqtt.test;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What HiveMQ overwrites for the whole virtual machine while it starts: the default
 * handler for uncaught exceptions, by one that may end the process, and some system
 * properties.
 */
final class VirtualMachineSettings {

	private static final String HOME = "hivemq.home";

	private static final String[] PROPERTIES = { HOME, "hivemq.log.folder", "guice_include_stack_traces" };

	private final Thread.@Nullable UncaughtExceptionHandler handler;

	private final Map<String, @Nullable String> properties = new HashMap<>();

	private VirtualMachineSettings() {
		this.handler = Thread.getDefaultUncaughtExceptionHandler();
		for (String name : PROPERTIES) {
			this.properties.put(name, System.getProperty(name));
		}
	}

	static VirtualMachineSettings current() {
		return new VirtualMachineSettings();
	}

	/**
	 * Gives HiveMQ a home; it would take the folder of its own jar otherwise.
	 * @param home the folder
	 */
	static void setHome(Path home) {
		System.setProperty(HOME, home.toString());
	}

	void restore() {
		Thread.setDefaultUncaughtExceptionHandler(this.handler);
		this.properties.forEach((name, value) -> {
			if (value != null) {
				System.setProperty(name, value);
			}
			else {
				System.clearProperty(name);
			}
		});
	}

}
