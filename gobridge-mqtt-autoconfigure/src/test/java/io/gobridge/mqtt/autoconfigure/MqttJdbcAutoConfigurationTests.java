package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.gobridge.mqtt.deadletter.JdbcDeadLetterStore;
import io.gobridge.mqtt.ledger.JdbcSubscriptionLedger;
import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.topic.TopicFilter;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MqttJdbcAutoConfiguration}.
 */
@Timeout(60)
class MqttJdbcAutoConfigurationTests {

	private static final LedgerIdentity IDENTITY = LedgerIdentity.of("mqtt://127.0.0.1:9", "kept");

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path temporary;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class, MqttJdbcAutoConfiguration.class,
				DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class))
		.withPropertyValues("gobridge.mqtt.client-id=kept", "gobridge.mqtt.url=mqtt://127.0.0.1:9",
				"spring.datasource.generate-unique-name=true");

	private final ApplicationContextRunner jdbc = this.contextRunner
		.withPropertyValues("gobridge.mqtt.ledger.store=jdbc", "gobridge.mqtt.dead-letter.store=jdbc");

	@Test
	void keepsLedgerAndDeadLettersInTheDatabaseOfTheApplication() {
		Path path = this.temporary.resolve("store");
		this.jdbc.withPropertyValues("gobridge.mqtt.store.path=" + path).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(JdbcStores.class).hasSingleBean(DataSource.class);
			SubscriptionLedger ledger = ledger(context);
			assertThat(ledger).isInstanceOf(JdbcSubscriptionLedger.class);
			ledger.remember(IDENTITY, List.of(LedgerEntry.of(TopicFilter.of("a/#")))).join();
			assertThat(context.getBean(JdbcClient.class)
				.sql("SELECT FILTER FROM GOBRIDGE_LEDGER_FILTER")
				.query(String.class)
				.list()).containsExactly("a/#");
			assertThat(context.getBean(SessionStores.class).deadLetters())
				.hasOnlyElementsOfType(JdbcDeadLetterStore.class)
				.allSatisfy((store) -> assertThat(store.count()).isZero());
		});
		assertThat(path).doesNotExist();
	}

	@Test
	void stayOutOfAnApplicationThatDoesNotAsk() {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(DataSource.class)
				.doesNotHaveBean(JdbcStores.class)
				.doesNotHaveBean(MqttSchemaInitializer.class);
			assertThat(tables(context)).isEmpty();
		});
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class, MqttJdbcAutoConfiguration.class))
			.withPropertyValues("gobridge.mqtt.client-id=kept", "gobridge.mqtt.url=mqtt://127.0.0.1:9")
			.withClassLoader(new FilteredClassLoader("org.springframework.jdbc", "org.springframework.boot.jdbc"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DataSource.class));
	}

	@Test
	void createsTheTablesWhereThatIsWanted() {
		this.jdbc.run((context) -> assertThat(tables(context)).hasSize(3));
		this.jdbc.withPropertyValues("gobridge.mqtt.jdbc.initialize-schema=never")
			.run((context) -> assertThat(tables(context)).isEmpty());
		this.jdbc
			.withPropertyValues("gobridge.mqtt.jdbc.initialize-schema=never",
					"gobridge.mqtt.sessions.b.url=mqtt://127.0.0.1:9", "gobridge.mqtt.sessions.b.client-id=b",
					"gobridge.mqtt.sessions.b.ledger.store=JDBC",
					"gobridge.mqtt.sessions.b.store.path=${gobridge.mqtt.store.path}",
					"gobridge.mqtt.sessions.b.jdbc.initialize-schema=always")
			.run((context) -> assertThat(tables(context)).hasSize(3));
		// Not embedded: somebody else is in charge of its tables.
		JdbcDataSource file = new JdbcDataSource();
		file.setURL("jdbc:h2:" + this.temporary.resolve("file"));
		ApplicationContextRunner notEmbedded = this.jdbc.withBean(DataSource.class, () -> file);
		notEmbedded.run((context) -> assertThat(tables(context)).isEmpty());
		notEmbedded.withPropertyValues("gobridge.mqtt.jdbc.initialize-schema=always")
			.run((context) -> assertThat(tables(context)).hasSize(3));
	}

	@Test
	void aDatabaseThatIsAwayDoesNotFailTheStart() {
		Away away = new Away();
		this.jdbc.withPropertyValues("gobridge.mqtt.jdbc.initialize-schema=always")
			.withBean(DataSource.class, () -> away)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				SubscriptionLedger ledger = ledger(context);
				assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> ledger.read(IDENTITY).join());
				away.there.set(true);
				assertThat(ledger.read(IDENTITY).join()).isEqualTo(Optional.empty());
				assertThat(tables(context)).hasSize(3);
			});
	}

	@Test
	void severalDatabasesAreAQuestion() {
		this.jdbc.withBean("one", DataSource.class, JdbcDataSource::new)
			.withBean("two", DataSource.class, JdbcDataSource::new)
			.run((context) -> {
				assertThat(Analyses.of(context.getStartupFailure()).getDescription())
					.contains("gobridge.mqtt.ledger.store");
				assertThat(Analyses.of(context.getStartupFailure()).getAction()).contains("@Primary");
			});
	}

	private static SubscriptionLedger ledger(ApplicationContext context) {
		return context.getBean(JdbcStores.class).ledger();
	}

	private static List<String> tables(ApplicationContext context) {
		return JdbcClient.create(context.getBean(DataSource.class))
			.sql("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME LIKE 'GOBRIDGE%'")
			.query(String.class)
			.list();
	}

	/**
	 * A database that can not be reached at first.
	 */
	private static final class Away extends DelegatingDataSource {

		private final AtomicBoolean there = new AtomicBoolean();

		Away() {
			JdbcDataSource target = new JdbcDataSource();
			target.setURL("jdbc:h2:mem:away;DB_CLOSE_DELAY=-1");
			setTargetDataSource(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (!this.there.get()) {
				throw new SQLException("Away", "08001");
			}
			return super.getConnection();
		}

	}

}
