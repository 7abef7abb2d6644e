package io.gobridge.mqtt.sample.telemetry;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The Chromium of the machine, without a window.
 */
final class Chromium {

	private Chromium() {
	}

	static @Nullable Path browser() {
		return find("chromium");
	}

	static @Nullable Path driver() {
		return find("chromedriver");
	}

	static ChromeDriver open() {
		LoggingPreferences logging = new LoggingPreferences();
		logging.enable(LogType.BROWSER, Level.ALL);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(Objects.requireNonNull(browser()).toFile());
		// Containers have neither user namespaces nor much shared memory.
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--window-size=1280,800");
		options.setCapability("goog:loggingPrefs", logging);
		ChromeDriverService service = new ChromeDriverService.Builder()
			.usingDriverExecutable(Objects.requireNonNull(driver()).toFile())
			.build();
		return new ChromeDriver(service, options);
	}

	private static @Nullable Path find(String name) {
		String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
		return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), Stream.of("/usr/bin", "/usr/lib/chromium"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
	}

}
