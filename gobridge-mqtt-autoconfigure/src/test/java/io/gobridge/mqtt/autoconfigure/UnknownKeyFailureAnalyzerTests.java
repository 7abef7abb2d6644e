package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class UnknownKeyFailureAnalyzerTests {

	private static FailureAnalysis analysis(String property) {
		List<Throwable> failures = new ArrayList<>();
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class))
			.withPropertyValues(property)
			.run((context) -> failures.add(context.getStartupFailure()));
		// As Spring Boot asks them: the first that knows an answer.
		return SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, (type, name, failure) -> {
		})
			.stream()
			.map((analyzer) -> analyzer.analyze(failures.get(0)))
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElseThrow();
	}

	@ParameterizedTest
	@CsvSource({ "gobridge.mqtt.pasword, gobridge.mqtt.password",
			"gobridge.mqtt.session.recieve-maximum, gobridge.mqtt.session.receive-maximum",
			"gobridge.mqtt.sessions.plant.pasword, gobridge.mqtt.sessions.plant.password",
			"gobridge.mqtt.ledger.stroe, gobridge.mqtt.ledger.store" })
	void namesTheKeyThatWasMeantAndNotTheValue(String key, String meant) {
		FailureAnalysis analysis = analysis(key + "=top-secret");
		assertThat(analysis.getDescription()).contains("'" + key + "'").doesNotContain("top-secret");
		assertThat(analysis.getAction()).contains("'" + meant + "'").doesNotContain("top-secret");
	}

	@Test
	void suggestsNothingWhereNothingIsNear() {
		FailureAnalysis analysis = analysis("gobridge.mqtt.this-is-far-from-everything=top-secret");
		assertThat(analysis.getDescription()).contains("this-is-far-from-everything").doesNotContain("top-secret");
		assertThat(analysis.getAction()).startsWith("Remove 'gobridge.mqtt.this-is-far-from-everything'");
	}

}
