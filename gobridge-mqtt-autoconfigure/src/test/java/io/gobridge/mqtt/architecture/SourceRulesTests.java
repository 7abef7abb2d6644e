package io.gobridge.mqtt.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules about sources that byte code does not show.
 */
class SourceRulesTests {

	private static final String MAIN = "src/main/java";

	private static final int MAX_LINES = 400;

	private static final Pattern CLOCK_READING = Pattern
		.compile("Thread\\.sleep\\(|Instant\\.now\\(|System\\.nanoTime\\(|System\\.currentTimeMillis\\(");

	@ParameterizedTest
	@ValueSource(strings = { "src/main/java", "src/test/java" })
	void everyPackageIsNullMarked(String root) {
		try (Stream<Path> files = Files.walk(Path.of(root))) {
			List<Path> packages = files.filter((file) -> file.toString().endsWith(".java"))
				.map(Path::getParent)
				.distinct()
				.toList();
			assertThat(packages).isNotEmpty();
			// The tests of a package share the package-info of its main sources.
			assertThat(packages).allSatisfy((directory) -> assertThat(
					List.of(directory, Path.of(MAIN).resolve(Path.of(root).relativize(directory))))
				.map((candidate) -> candidate.resolve("package-info.java"))
				.filteredOn(Files::exists)
				.first()
				.satisfies((info) -> assertThat(info).content().contains("@NullMarked")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = "src/main/java")
	void noClassIsTooBig(String root) {
		assertThat(sources(root)).allSatisfy(
				(source) -> assertThat(lines(source)).as(source.toString()).hasSizeLessThanOrEqualTo(MAX_LINES));
	}

	@ParameterizedTest
	@ValueSource(strings = "src/main/java")
	void timeIsInjected(String root) {
		assertThat(sources(root)).filteredOn((source) -> !source.endsWith("SystemSessionClock.java"))
			.allSatisfy(
					(source) -> assertThat(lines(source)).as(source.toString()).noneMatch(CLOCK_READING.asPredicate()));
	}

	@ParameterizedTest
	@ValueSource(strings = "src/test/java")
	void testsDoNotSleep(String root) {
		assertThat(sources(root)).filteredOn((source) -> !source.endsWith("SourceRulesTests.java"))
			.allSatisfy((source) -> assertThat(lines(source)).as(source.toString())
				.noneMatch((line) -> line.contains("Thread.sleep(") || line.contains("@Disabled")));
	}

	private static List<Path> sources(String root) {
		try (Stream<Path> files = Files.walk(Path.of(root))) {
			List<Path> sources = files.filter((file) -> file.toString().endsWith(".java")).toList();
			assertThat(sources).isNotEmpty();
			return sources;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> lines(Path source) {
		try {
			return Files.readAllLines(source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
