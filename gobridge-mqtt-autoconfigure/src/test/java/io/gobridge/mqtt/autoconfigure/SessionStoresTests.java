package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.deadletter.EmbeddedDeadLetterStore;
import io.gobridge.mqtt.deadletter.TopicDeadLetterStore;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.store.ChildProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a context opens and keeps, without a broker.
 */
@Timeout(60)
class SessionStoresTests {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path temporary;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class, MqttJdbcAutoConfiguration.class))
		.withPropertyValues("gobridge.mqtt.client-id=kept", "gobridge.mqtt.url=mqtt://127.0.0.1:9");

	@Test
	void aDurableSessionOpensItsStoreAndReleasesItWithTheContext() {
		Path path = path("store");
		runner(path).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(path.resolve("gobridge.store")).exists();
			assertThat(context.getBean(SessionStores.class).deadLetters())
				.hasOnlyElementsOfType(EmbeddedDeadLetterStore.class);
			assertThat(engine(context.getBean(SessionEngines.class)).ledger()).isNotNull();
			assertHeld(path);
		});
		try (ChildProcess next = ChildProcess.start(StoreHolder.class, path.toString())) {
			assertThat(next.line()).isEqualTo("open");
		}
	}

	@Test
	void severalContextsOfOneProcessShareADirectory() throws IOException {
		Path path = path("store");
		Path link = Files.createSymbolicLink(path("link"), Files.createDirectories(path));
		runner(path).run((first) -> {
			runner(link)
				.withPropertyValues("gobridge.mqtt.sessions.other.url=mqtt://127.0.0.1:9",
						"gobridge.mqtt.sessions.other.client-id=other",
						"gobridge.mqtt.sessions.other.store.path=" + path.resolve("../store"))
				.run((second) -> {
					assertThat(second).hasNotFailed();
					// What both of its sessions share is listed once.
					assertThat(second.getBean(SessionStores.class).deadLetters()).hasSize(1);
				});
			// The other one has closed what it used, and not what this one uses.
			assertThat(first.getBean(SessionStores.class).deadLetters().get(0).count()).isZero();
			assertHeld(path);
		});
		try (ChildProcess next = ChildProcess.start(StoreHolder.class, path.toString())) {
			assertThat(next.line()).isEqualTo("open");
		}
	}

	@Test
	void aContextThatDoesNotStartReleasesTheStore() {
		Path path = path("store");
		runner(path)
			.withPropertyValues("gobridge.mqtt.session.fail-fast=true", "gobridge.mqtt.session.connect-timeout=200ms")
			.run((context) -> assertThat(context).hasFailed());
		assertThat(path.resolve("gobridge.store")).exists();
		try (ChildProcess next = ChildProcess.start(StoreHolder.class, path.toString())) {
			assertThat(next.line()).isEqualTo("open");
		}
	}

	@Test
	void explainsAStoreThatAnotherProcessHas() {
		Path path = path("store");
		try (ChildProcess holder = ChildProcess.start(StoreHolder.class, path.toString())) {
			assertThat(holder.line()).isEqualTo("open");
			runner(path).run((context) -> assertAnalysis(context.getStartupFailure(),
					path + " is in use by process " + holder.pid(), "gobridge.mqtt.store.path"));
		}
		runner(path).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void explainsADamagedStoreAndLeavesItAsItIs() throws IOException {
		Path path = Files.createDirectories(path("store"));
		Path file = Files.writeString(path.resolve("gobridge.store"), "this is something else ".repeat(10));
		runner(path).run((context) -> assertAnalysis(context.getStartupFailure(), path + " is damaged",
				"Restore the file from a backup"));
		assertThat(file).content().startsWith("this is something else");
	}

	@Test
	void explainsADirectoryThatCanNotBe() throws IOException {
		Path file = Files.writeString(path("file"), "");
		runner(file)
			.run((context) -> assertAnalysis(context.getStartupFailure(), file.toString(), "Move the file away"));
	}

	@Test
	void anEphemeralSessionLeavesNoDirectoryUntilThereIsADeadLetter() {
		Path path = path("store");
		runner(path).withPropertyValues("gobridge.mqtt.session.mode=ephemeral").run((context) -> {
			DeadLetterStore store = context.getBean(SessionStores.class).deadLetters().get(0);
			assertThat(store.list(null, 10)).isEmpty();
			assertThat(store.count()).isZero();
			assertThat(store.find("a")).isEmpty();
			assertThat(store.delete("a")).isFalse();
			assertThat(engine(context.getBean(SessionEngines.class)).ledger()).isNull();
		});
		assertThat(path).doesNotExist();
	}

	@Test
	void nothingIsOpenedWhereNothingIsKeptThere() {
		Path path = path("store");
		runner(path).withPropertyValues("gobridge.mqtt.session.mode=ephemeral", "gobridge.mqtt.dead-letter.store=topic")
			.run((context) -> {
				assertThat(context.getBean(SessionStores.class).deadLetters()).isEmpty();
				SessionEngine engine = engine(context.getBean(SessionEngines.class));
				assertThat(context.getBean(SessionStores.class)
					.of(settings(DeadLetterStorage.TOPIC, path, engine))
					.deadLetters()
					.create(engine.template())).isInstanceOf(TopicDeadLetterStore.class);
			});
		assertThat(path).doesNotExist();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void warnsOnceThatThereIsNoPlaceForDeadLetters(CapturedOutput output) {
		String warning = "gobridge.mqtt.dead-letter.store is none";
		runner(path("store")).withPropertyValues("gobridge.mqtt.dead-letter.store=none").run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(MqttSession.class);
			assertThat(output).containsOnlyOnce(warning);
		});
		runner(path("other"))
			.withPropertyValues("gobridge.mqtt.dead-letter.store=none", "gobridge.mqtt.route.on-failure=drop")
			.run((context) -> assertThat(output).containsOnlyOnce(warning));
	}

	@Test
	void explainsWhatIsWrongWithTheProperties() {
		assertAnalysis("gobridge.mqtt.ledger.baseline[1]' can not be used: it is 'b/#/c'", "exact filter",
				"gobridge.mqtt.ledger.baseline=a/#,b/#/c");
		assertAnalysis("an ephemeral session leaves nothing", "Remove it", "gobridge.mqtt.ledger.baseline=a/#",
				"gobridge.mqtt.session.mode=ephemeral");
		assertAnalysis("gobridge.mqtt.dead-letter.topic' can not be used: it is 'dead/+/kept'", "without wildcards",
				"gobridge.mqtt.dead-letter.topic=dead/+/{clientId}", "gobridge.mqtt.dead-letter.store=topic");
		assertAnalysis("gobridge.mqtt.dead-letter.max-records' can not be used: it is 0", "dead-letter.store=none",
				"gobridge.mqtt.dead-letter.max-records=0");
		assertAnalysis("gobridge.mqtt.store.path' can not be used: it is empty", "./.gobridge",
				"gobridge.mqtt.store.path=");
		assertAnalysis("gobridge.mqtt.ledger.store' can not be used: it is 'jdbc', but there is no DataSource",
				"spring-boot-starter-jdbc", "gobridge.mqtt.ledger.store=jdbc");
		assertAnalysis("gobridge.mqtt.sessions.b.dead-letter.store' can not be used: it is 'jdbc'", "@Primary",
				"gobridge.mqtt.sessions.b.url=mqtt://127.0.0.1:9", "gobridge.mqtt.sessions.b.client-id=b",
				"gobridge.mqtt.sessions.b.dead-letter.store=jdbc",
				"gobridge.mqtt.sessions.b.store.path=" + path("store"));
		this.contextRunner.withPropertyValues("gobridge.mqtt.ledger.unknown-history=perhaps")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("gobridge.mqtt.ledger.unknown-history"));
	}

	private void assertAnalysis(String description, String action, String... properties) {
		this.contextRunner.withPropertyValues(properties)
			.run((context) -> assertAnalysis(context.getStartupFailure(), description, action));
	}

	private static void assertAnalysis(@Nullable Throwable failure, String description, String action) {
		FailureAnalysis analysis = Analyses.of(failure);
		assertThat(analysis.getDescription()).contains(description);
		assertThat(analysis.getAction()).contains(action);
	}

	/**
	 * Another process does not get the store.
	 */
	private static void assertHeld(Path path) {
		try (ChildProcess other = ChildProcess.start(List.of("sh", "-c", "exec 2>/dev/null; exec \"$@\"", "quietly"),
				System.getProperty("java.class.path"), StoreHolder.class, path.toString())) {
			assertThat(other.line()).isNull();
		}
	}

	private Path path(String name) {
		try {
			return this.temporary.toRealPath().resolve(name);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ApplicationContextRunner runner(Path path) {
		return this.contextRunner.withPropertyValues("gobridge.mqtt.store.path=" + path);
	}

	private static SessionEngine engine(SessionEngines engines) {
		return engines.get("default");
	}

	private static EngineSettings settings(DeadLetterStorage deadLetters, Path path, SessionEngine engine) {
		ConnectionProperties properties = new ConnectionProperties();
		properties.setClientId(engine.session().settings().clientId());
		properties.getStore().setPath(path.toString());
		properties.getSession().setMode(SessionMode.EPHEMERAL);
		properties.getDeadLetter().setStore(deadLetters);
		MqttConnectionDetails details = () -> List.of("mqtt://127.0.0.1:9");
		return new PropertiesMapper("default", properties, null).map(details, List.of(), Runnable::run);
	}

}
