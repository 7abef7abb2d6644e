package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.deadletter.EmbeddedDeadLetterStore;
import io.gobridge.mqtt.deadletter.TopicDeadLetterStore;
import io.gobridge.mqtt.ledger.EmbeddedSubscriptionLedger;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.store.EmbeddedStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes what the sessions of one application context keep across restarts, and releases
 * it when the context is closed. Not for use by several threads at a time.
 */
final class SessionStores implements AutoCloseable {

	private static final String DATABASE = "jdbc";

	private final Supplier<@Nullable DatabaseStores> database;

	private final List<EmbeddedStores.Use> uses = new ArrayList<>();

	/** By where they are, so that what several sessions share is listed once. */
	private final Map<String, DeadLetterStore> deadLetters = new LinkedHashMap<>();

	SessionStores(Supplier<@Nullable DatabaseStores> database) {
		this.database = database;
	}

	/**
	 * Makes what a session needs. Opens nothing.
	 * @throws MqttConfigurationException if it is to be in a database and there is none
	 */
	SessionStore of(EngineSettings settings) {
		SessionSettings session = settings.session();
		StoreSettings stores = settings.stores();
		boolean durable = session.mode().isDurable();
		EmbeddedStores.@Nullable Use embedded = needsEmbedded(stores, durable) ? use(stores.path()) : null;
		SubscriptionLedger ledger = durable ? ledger(session.name(), stores, embedded) : null;
		LedgerIdentity identity = durable ? identity(session) : null;
		return new SessionStore(ledger, identity, deadLetters(session, stores, embedded),
				(durable && embedded != null) ? embedded.store() : null);
	}

	private static boolean needsEmbedded(StoreSettings stores, boolean durable) {
		return stores.deadLetters() == DeadLetterStorage.EMBEDDED
				|| durable && stores.ledger() == LedgerStorage.EMBEDDED;
	}

	private EmbeddedStores.Use use(Path path) {
		EmbeddedStores.Use use = EmbeddedStores.use(path);
		this.uses.add(use);
		return use;
	}

	private SubscriptionLedger ledger(String session, StoreSettings stores, EmbeddedStores.@Nullable Use embedded) {
		return (stores.ledger() == LedgerStorage.EMBEDDED && embedded != null)
				? new EmbeddedSubscriptionLedger(embedded.store()) : database(session, "ledger.store").ledger();
	}

	private static LedgerIdentity identity(SessionSettings session) {
		try {
			return LedgerIdentity.of(session.addresses().get(0), session.clientId());
		}
		catch (IllegalArgumentException ex) {
			throw new MqttConfigurationException(PropertiesMapper.prefix(session.name()) + "url",
					"is " + session.addresses() + ": " + ex.getMessage(),
					"Set the address of the broker, for example mqtt://localhost:1883.");
		}
	}

	private SessionStore.DeadLetterSource deadLetters(SessionSettings session, StoreSettings stores,
			EmbeddedStores.@Nullable Use embedded) {
		return switch (stores.deadLetters()) {
			case EMBEDDED -> {
				DeadLetterStore store = embedded((embedded != null) ? embedded : use(stores.path()), session, stores);
				yield (operations) -> store;
			}
			case JDBC -> {
				DeadLetterStore store = database(session.name(), "dead-letter.store").deadLetters();
				this.deadLetters.putIfAbsent(DATABASE, store);
				yield (operations) -> store;
			}
			case TOPIC -> (operations) -> new TopicDeadLetterStore(stores.deadLetterTopic(), operations);
			case NONE -> (operations) -> null;
		};
	}

	private DeadLetterStore embedded(EmbeddedStores.Use use, SessionSettings session, StoreSettings stores) {
		DeadLetterStore store = new EmbeddedDeadLetterStore(use.store(), stores.maxDeadLetters());
		if (!session.mode().isDurable()) {
			store = new DormantDeadLetterStore(store, use.path());
		}
		this.deadLetters.putIfAbsent("embedded:" + use.path(), store);
		return store;
	}

	private DatabaseStores database(String session, String key) {
		DatabaseStores stores = this.database.get();
		if (stores == null) {
			throw new MqttConfigurationException(PropertiesMapper.prefix(session) + key,
					"is 'jdbc', but there is no DataSource to be used",
					"Add spring-boot-starter-jdbc and configure spring.datasource.url; where there are several "
							+ "DataSources, mark one as @Primary. Or set it to embedded.");
		}
		return stores;
	}

	/**
	 * The stores that can be looked into, each once.
	 */
	List<DeadLetterStore> deadLetters() {
		return List.copyOf(this.deadLetters.values());
	}

	@Override
	public void close() {
		this.uses.forEach(EmbeddedStores.Use::close);
	}

}
