package io.gobridge.mqtt.autoconfigure;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application says when it does not start.
 */
final class Analyses {

	private Analyses() {
	}

	static FailureAnalysis of(@Nullable Throwable failure) {
		assertThat(failure).isNotNull();
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.ArgumentResolver.none(),
					SpringFactoriesLoader.FailureHandler.logging(LogFactory.getLog(Analyses.class)))
			.stream()
			.filter((analyzer) -> analyzer.getClass().getName().startsWith("io.gobridge"))
			.map((analyzer) -> analyzer.analyze(failure))
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElseThrow(() -> new AssertionError("No analysis", failure));
	}

}
