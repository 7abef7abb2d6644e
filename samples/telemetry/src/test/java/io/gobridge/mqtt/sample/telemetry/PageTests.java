package io.gobridge.mqtt.sample.telemetry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;

import io.gobridge.mqtt.publish.MqttTemplate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chromium.ChromiumNetworkConditions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of the running application, as a browser shows it.
 */
@EnabledIfChromium
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "spring.test.metrics.export=true")
class PageTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final MqttTemplate template;

	private final String url;

	private final ChromeDriver browser = Chromium.open();

	PageTests(@Autowired MqttTemplate template, @LocalServerPort int port) {
		this.template = template;
		this.url = "http://localhost:" + port + "/";
	}

	@BeforeEach
	void open() {
		this.browser.get(this.url);
	}

	@AfterEach
	void close() {
		this.browser.quit();
	}

	@Test
	void showsReadingsAndTheSession() {
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(text("#state-name")).isEqualTo("ACTIVE");
			assertThat(points()).isGreaterThan(6);
			assertThat(text("#routes td:nth-child(3)")).matches("[1-9][\\d,.]*");
		});
		assertThat(this.browser.getTitle()).startsWith("Telemetry");
		for (String site : List.of("greenhouse", "harbour", "summit")) {
			assertThat(attribute("#chart g[data-site='" + site + "'] > path", "d")).startsWith("M").contains("L");
			assertThat(text("#sites li[data-site='" + site + "'] .value")).matches("−?\\d+\\.\\d °C");
			assertThat(evaluate("return document.getElementById('chart-description').textContent"))
				.contains(site + ": ");
		}
		assertThat(text("#broker")).startsWith("mqtt://127.0.0.1:");
		assertThat(text("#client-id")).isEqualTo("telemetry");
		assertThat(text("#session-present")).isEqualTo("no");
		assertThat(List.of(text("#reconnects"), text("#pending"), text("#unsettled")))
			.allMatch((text) -> text.matches("\\d+"));
		assertThat(text("#routes th")).isEqualTo("telemetry");
		assertThat(requests()).contains(this.url + "telemetry.js").allMatch((request) -> request.startsWith(this.url));
		assertThat(problems()).isEmpty();
	}

	@Test
	void goesOnWithTime() {
		await().atMost(PATIENCE).until(() -> points() > 0);
		long before = points();
		await().atMost(PATIENCE).until(() -> points() > before);
	}

	@Test
	void showsNamesOfSitesAsTheyAre() {
		String site = "<img src=x onerror=document.title=1>";
		this.template.publish("sensors/" + site + "/temperature", "{\"celsius\": -0.5}").join();
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(evaluate("return document.querySelector('#sites').innerText")).contains(site));
		assertThat(evaluate("return String(document.querySelectorAll('main img').length)")).isEqualTo("0");
		assertThat(this.browser.getTitle()).startsWith("Telemetry");
	}

	@Test
	void saysSoWhenTheApplicationDoesNotAnswer() {
		await().atMost(PATIENCE).until(() -> text("#state-name").equals("ACTIVE"));
		offline(true);
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(text("#state-name")).isEqualTo("UNREACHABLE");
			assertThat(text("#session-notice")).contains("no connection").contains("Below is what it said at");
			assertThat(text("#readings-notice")).contains("cannot be fetched");
		});
		offline(false);
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(text("#state-name")).isEqualTo("ACTIVE");
			assertThat(text("#session-notice")).isEmpty();
			assertThat(text("#readings-notice")).isEmpty();
		});
	}

	@Test
	void fitsOnATelephone() {
		this.browser.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
		await().atMost(PATIENCE).until(() -> points() > 0);
		assertThat(evaluate("return String(document.documentElement.scrollWidth)")).isEqualTo("390");
	}

	private void offline(boolean offline) {
		ChromiumNetworkConditions conditions = new ChromiumNetworkConditions();
		conditions.setOffline(offline);
		this.browser.setNetworkConditions(conditions);
	}

	private long points() {
		return Long.parseLong(attribute("#chart", "data-points"));
	}

	private List<String> requests() {
		String names = evaluate("return performance.getEntriesByType('resource').map((entry) => entry.name).join(' ')");
		return List.of(names.split(" "));
	}

	private List<LogEntry> problems() {
		return this.browser.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.filter((entry) -> entry.getLevel().intValue() >= Level.WARNING.intValue())
			.toList();
	}

	/**
	 * What can be read of an element.
	 */
	private String text(String selector) {
		return evaluate("return document.querySelector(arguments[0])?.innerText ?? 'no element'", selector);
	}

	private String attribute(String selector, String name) {
		return evaluate("return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? 'no element'",
				selector, name);
	}

	/**
	 * Finds and reads in one step: the page replaces elements every second, and a
	 * WebElement that was found may be gone when it is read.
	 */
	private String evaluate(String script, String... arguments) {
		return (String) Objects.requireNonNull(this.browser.executeScript(script, (Object[]) arguments));
	}

}
