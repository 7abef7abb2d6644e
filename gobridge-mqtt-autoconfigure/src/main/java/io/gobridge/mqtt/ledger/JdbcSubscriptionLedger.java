package io.gobridge.mqtt.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.store.JdbcStore;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The ledger in the application's database. Filters are found by their hash, as a
 * database may compare text without regard to case and can not index all of a long one.
 * Changes of one history exclude each other by a lock on its first row.
 */
public final class JdbcSubscriptionLedger implements SubscriptionLedger {

	private static final String LOCK = "SELECT SESSION_KEY FROM GOBRIDGE_LEDGER WHERE SESSION_KEY = ? FOR UPDATE";

	private static final String BEGIN = "INSERT INTO GOBRIDGE_LEDGER (SESSION_KEY) VALUES (?)";

	private static final String EXISTS = "SELECT COUNT(*) FROM GOBRIDGE_LEDGER WHERE SESSION_KEY = ?";

	private static final String SELECT = "SELECT FILTER, SUBSCRIPTION_IDENTIFIER FROM GOBRIDGE_LEDGER_FILTER WHERE SESSION_KEY = ?";

	private static final String SELECT_HASHES = "SELECT FILTER_HASH, SUBSCRIPTION_IDENTIFIER FROM GOBRIDGE_LEDGER_FILTER "
			+ "WHERE SESSION_KEY = ?";

	private static final String INSERT = "INSERT INTO GOBRIDGE_LEDGER_FILTER (SESSION_KEY, FILTER_HASH, FILTER, "
			+ "SUBSCRIPTION_IDENTIFIER) VALUES (?, ?, ?, ?)";

	private static final String UPDATE = "UPDATE GOBRIDGE_LEDGER_FILTER SET SUBSCRIPTION_IDENTIFIER = ? "
			+ "WHERE SESSION_KEY = ? AND FILTER_HASH = ?";

	private static final String DELETE = "DELETE FROM GOBRIDGE_LEDGER_FILTER WHERE SESSION_KEY = ? AND FILTER_HASH = ?";

	private final JdbcStore store;

	/**
	 * Creates a ledger.
	 * @param store the database
	 */
	public JdbcSubscriptionLedger(JdbcStore store) {
		this.store = store;
	}

	@Override
	public CompletableFuture<Optional<LedgerHistory>> read(LedgerIdentity identity) {
		return this.store.submit((template) -> {
			JdbcClient client = JdbcClient.create(template);
			// This first: a history does not end, so the filters may be read after it.
			if (client.sql(EXISTS).param(identity.key()).query(Long.class).single() == 0) {
				return Optional.empty();
			}
			return Optional.of(LedgerHistory.of(client.sql(SELECT)
				.param(identity.key())
				.query((row, number) -> new StoredEntry(row.getString(1), row.getInt(2)))
				.stream()
				.map((entry) -> entry.toEntry("of the ledger in the database"))
				.toList()));
		});
	}

	@Override
	public CompletableFuture<Void> remember(LedgerIdentity identity, Collection<LedgerEntry> entries) {
		Map<String, LedgerEntry> byHash = new LinkedHashMap<>();
		for (LedgerEntry entry : List.copyOf(entries)) {
			byHash.merge(hash(entry.filter()), entry,
					(one, other) -> (other.identifier() != LedgerEntry.NO_IDENTIFIER) ? other : one);
		}
		return this.store.<@Nullable Void>submit((template) -> {
			remember(template, identity.key(), byHash);
			return null;
		});
	}

	private void remember(JdbcTemplate template, String key, Map<String, LedgerEntry> entries) {
		if (!lock(template, key)) {
			template.update(BEGIN, key);
		}
		if (entries.isEmpty()) {
			return;
		}
		Map<String, Integer> known = new HashMap<>();
		template.query(SELECT_HASHES, (row) -> {
			known.put(row.getString(1).trim(), row.getInt(2));
		}, key);
		List<Object[]> inserts = new ArrayList<>();
		List<Object[]> updates = new ArrayList<>();
		entries.forEach((hash, entry) -> {
			Integer identifier = known.get(hash);
			if (identifier == null) {
				inserts.add(new Object[] { key, hash, entry.filter().value(), entry.identifier() });
			}
			else if (entry.identifier() != LedgerEntry.NO_IDENTIFIER && identifier != entry.identifier()) {
				updates.add(new Object[] { entry.identifier(), key, hash });
			}
		});
		batch(template, INSERT, inserts);
		batch(template, UPDATE, updates);
	}

	@Override
	public CompletableFuture<Void> forget(LedgerIdentity identity, Collection<TopicFilter> filters) {
		List<Object[]> deletes = List.copyOf(filters)
			.stream()
			.map((filter) -> new Object[] { identity.key(), hash(filter) })
			.toList();
		return this.store.<@Nullable Void>submit((template) -> {
			if (!lock(template, identity.key())) {
				throw new UnknownHistoryException();
			}
			batch(template, DELETE, deletes);
			return null;
		});
	}

	private static boolean lock(JdbcTemplate template, String key) {
		return !template.queryForList(LOCK, String.class, key).isEmpty();
	}

	private static void batch(JdbcTemplate template, String sql, List<Object[]> arguments) {
		if (!arguments.isEmpty()) {
			template.batchUpdate(sql, arguments);
		}
	}

	private static String hash(TopicFilter filter) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(filter.value().getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
