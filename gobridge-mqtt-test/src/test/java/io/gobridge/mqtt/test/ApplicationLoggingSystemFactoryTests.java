package io.gobridge.mqtt.test;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ApplicationLoggingSystemFactory} and what it creates.
 */
class ApplicationLoggingSystemFactoryTests {

	private final ClassLoader classLoader = getClass().getClassLoader();

	@Test
	void hidesTheConfigurationInTheJarOfHiveMq() {
		assertThat(new Boots(this.classLoader).getSelfInitializationConfig()).isEqualTo("classpath:logback.xml");
		assertThat(LoggingSystem.get(this.classLoader)).isInstanceOfSatisfying(ApplicationLogbackLoggingSystem.class,
				(system) -> assertThat(system.getSelfInitializationConfig()).isNull());
	}

	@Test
	void leavesTheConfigurationOfTheApplication(@TempDir Path folder) throws IOException {
		Files.writeString(folder.resolve("logback.xml"), "<configuration/>");
		try (ApplicationClassLoader application = new ApplicationClassLoader(folder, "logback.xml", this.classLoader)) {
			assertThat(new ApplicationLoggingSystemFactory().getLoggingSystem(application)).isNull();
			assertThat(new ApplicationLogbackLoggingSystem(application).getSelfInitializationConfig())
				.isEqualTo("classpath:logback.xml");
		}
	}

	@Test
	void leavesTheTestConfigurationOfTheApplication(@TempDir Path folder) throws IOException {
		Files.writeString(folder.resolve("logback-test.xml"), "<configuration/>");
		try (ApplicationClassLoader application = new ApplicationClassLoader(folder, "logback-test.xml",
				this.classLoader)) {
			assertThat(new ApplicationLogbackLoggingSystem(application).getSelfInitializationConfig())
				.isEqualTo("classpath:logback-test.xml");
		}
	}

	/**
	 * Finds one resource in a folder before it looks into the class path.
	 */
	private static final class ApplicationClassLoader extends URLClassLoader {

		private final String resource;

		ApplicationClassLoader(Path folder, String resource, ClassLoader parent) throws IOException {
			super(new URL[] { folder.toUri().toURL() }, parent);
			this.resource = resource;
		}

		@Override
		public @Nullable URL getResource(String name) {
			return (name.equals(this.resource)) ? findResource(name) : super.getResource(name);
		}

	}

	private static final class Boots extends LogbackLoggingSystem {

		Boots(ClassLoader classLoader) {
			super(classLoader);
		}

		@Override
		protected @Nullable String getSelfInitializationConfig() {
			return super.getSelfInitializationConfig();
		}

	}

}
