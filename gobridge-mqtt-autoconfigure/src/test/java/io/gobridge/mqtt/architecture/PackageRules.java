package io.gobridge.mqtt.architecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Which package may use which, and where third-party libraries may be known. Everything
 * that is not listed is forbidden.
 */
final class PackageRules {

	private static final Map<String, List<String>> EDGES = edges();

	private PackageRules() {
	}

	private static Map<String, List<String>> edges() {
		Map<String, List<String>> edges = new LinkedHashMap<>();
		edges.put("topic", List.of());
		edges.put("message", List.of("topic"));
		edges.put("plan", List.of("topic"));
		edges.put("store", List.of());
		edges.put("ledger", List.of("store", "topic"));
		edges.put("session", List.of("message", "topic"));
		edges.put("transport", List.of("session", "message", "topic"));
		edges.put("publish", List.of("session", "message", "topic"));
		edges.put("route", List.of("plan", "message", "topic"));
		edges.put("deadletter", List.of("store", "publish", "message"));
		edges.put("router", List.of("route", "plan", "session", "deadletter", "message", "topic"));
		edges.put("reconcile", List.of("plan", "ledger", "session", "router", "deadletter", "topic"));
		edges.put("integration", List.of("route", "publish", "session", "message", "topic"));
		edges.put("actuate", List.of("reconcile", "router", "deadletter", "route", "publish", "session", "ledger",
				"store", "plan", "message", "topic"));
		return edges;
	}

	/**
	 * One rule for each package of the table.
	 */
	static List<ArchRule> edges(String base) {
		return EDGES.entrySet().stream().map((edge) -> edge(base, edge.getKey(), edge.getValue())).toList();
	}

	private static ArchRule edge(String base, String from, List<String> to) {
		DescribedPredicate<JavaClass> own = resideInAPackage(base + "..");
		DescribedPredicate<JavaClass> root = resideInAPackage(base);
		DescribedPredicate<JavaClass> allowed = resideInAPackage(base + "." + from + "..").or(root);
		for (String target : to) {
			allowed = allowed.or(resideInAPackage(base + "." + target + ".."));
		}
		return noClasses().that()
			.resideInAPackage(base + "." + from + "..")
			.should()
			.dependOnClassesThat(own.and(DescribedPredicate.not(allowed)).as("are not in " + to))
			.because("'" + from + "' may only use " + to)
			.allowEmptyShould(true);
	}

	static ArchRule noCycles(String base) {
		return SlicesRuleDefinition.slices().matching(base + ".(*)..").should().beFreeOfCycles();
	}

	static ArchRule pahoOnlyInTransport(String base) {
		return noClasses().that()
			.resideOutsideOfPackages(base + ".transport..", base + ".integration..", base + ".autoconfigure..")
			.should()
			.dependOnClassesThat(resideInAPackage("org.eclipse.paho.."));
	}

	/** The engine runs without Boot, meters, channels and databases. */
	static ArchRule coreStaysPlain(String base) {
		String[] core = { base + ".topic..", base + ".message..", base + ".plan..", base + ".session..",
				base + ".router..", base + ".reconcile.." };
		return noClasses().that()
			.resideInAnyPackage(core)
			.should()
			.dependOnClassesThat(resideInAnyPackage("org.springframework.boot..", "org.springframework.integration..",
					"org.springframework.jdbc..", "java.sql..", "javax.sql..", "io.micrometer.core.."))
			.allowEmptyShould(true);
	}

	static ArchRule observationsOnlyWhereMessagesPass(String base) {
		return noClasses().that()
			.resideInAnyPackage(base + ".topic..", base + ".message..", base + ".plan..", base + ".session..",
					base + ".transport..", base + ".route..", base + ".reconcile..")
			.should()
			.dependOnClassesThat(resideInAPackage("io.micrometer.."))
			.allowEmptyShould(true);
	}

	static ArchRule topicIsPlainJdk(String base) {
		return noClasses().that()
			.resideInAPackage(base + ".topic..")
			.should()
			.dependOnClassesThat(DescribedPredicate
				.not(resideInAnyPackage(base + ".topic..", base, "java..", "org.jspecify.annotations..")));
	}

}
