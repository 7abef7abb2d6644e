package io.gobridge.mqtt.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The package edges of the engine, and the proof that the rules bite.
 */
class ArchitectureTests {

	private static final String BASE = "io.gobridge.mqtt";

	private static final String FIXTURE = "io.gobridge.mqtt.architecture.fixture";

	private static JavaClasses engine;

	private static JavaClasses fixture;

	@BeforeAll
	static void importClasses() {
		engine = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(BASE);
		fixture = new ClassFileImporter().importPackages(FIXTURE);
	}

	@Test
	void theEngineIsThere() {
		assertThat(engine).hasSizeGreaterThan(50);
	}

	@Test
	void packagesUseOnlyWhatTheTableAllows() {
		for (ArchRule rule : PackageRules.edges(BASE)) {
			rule.check(engine);
		}
	}

	@Test
	void packagesAreFreeOfCycles() {
		PackageRules.noCycles(BASE).check(engine);
	}

	@Test
	void onlyTheTransportKnowsPaho() {
		PackageRules.pahoOnlyInTransport(BASE).check(engine);
	}

	@Test
	void theCoreKnowsNeitherBootNorMetersNorChannelsNorDatabases() {
		PackageRules.coreStaysPlain(BASE).check(engine);
	}

	@Test
	void observationsStayInRouterAndPublish() {
		PackageRules.observationsOnlyWhereMessagesPass(BASE).check(engine);
	}

	@Test
	void topicIsPlainJdk() {
		PackageRules.topicIsPlainJdk(BASE).check(engine);
	}

	@Test
	void aLowerPackageThatReachesUpIsFound() {
		assertThatThrownBy(() -> {
			for (ArchRule rule : PackageRules.edges(FIXTURE)) {
				rule.check(fixture);
			}
		}).isInstanceOf(AssertionError.class).hasMessageContaining("UsesRoute");
	}

	@Test
	void aCycleIsFound() {
		assertThatThrownBy(() -> PackageRules.noCycles(FIXTURE + ".ring").check(fixture))
			.isInstanceOf(AssertionError.class)
			.hasMessageContaining("Cycle");
	}

	@Test
	void pahoOutsideTheTransportIsFound() {
		assertThatThrownBy(() -> PackageRules.pahoOnlyInTransport(FIXTURE).check(fixture))
			.isInstanceOf(AssertionError.class)
			.hasMessageContaining("FixtureRoute");
	}

	@Test
	void aLibraryInTopicIsFound() {
		assertThatThrownBy(() -> PackageRules.topicIsPlainJdk(FIXTURE).check(fixture))
			.isInstanceOf(AssertionError.class)
			.hasMessageContaining("UsesRoute");
	}

}
