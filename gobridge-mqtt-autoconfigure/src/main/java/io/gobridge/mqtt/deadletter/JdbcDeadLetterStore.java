package io.gobridge.mqtt.deadletter;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.store.JdbcStore;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Dead letters in the application's database, shared by all instances. There is no bound
 * on their number but the database's own.
 */
public final class JdbcDeadLetterStore implements DeadLetterStore {

	private static final String METADATA = "ID, SESSION_NAME, ROUTE, TOPIC, REMOVED_FILTER, QOS, RETAINED, PAYLOAD_SIZE, "
			+ "ERROR_CODE, EXCEPTION_CLASS, EXCEPTION_MESSAGE, ATTEMPTS, RECEIVED_AT, FAILED_AT";

	private static final String INSERT = "INSERT INTO GOBRIDGE_DEAD_LETTER (" + METADATA + ", PAYLOAD, PROPERTIES) "
			+ "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

	private static final String LIST = "SELECT " + METADATA + " FROM GOBRIDGE_DEAD_LETTER WHERE ID > ? ORDER BY ID "
			+ "LIMIT ?";

	private static final String FIND = "SELECT " + METADATA + ", PAYLOAD, PROPERTIES FROM GOBRIDGE_DEAD_LETTER "
			+ "WHERE ID = ?";

	private static final String DELETE = "DELETE FROM GOBRIDGE_DEAD_LETTER WHERE ID = ?";

	private static final String EXISTS = "SELECT COUNT(*) FROM GOBRIDGE_DEAD_LETTER WHERE ID = ?";

	private static final String COUNT = "SELECT COUNT(*) FROM GOBRIDGE_DEAD_LETTER";

	private final JdbcStore store;

	/**
	 * Creates a store.
	 * @param store the database
	 */
	public JdbcDeadLetterStore(JdbcStore store) {
		this.store = store;
	}

	@Override
	public CompletableFuture<Void> write(DeadLetter deadLetter) {
		return this.store.<@Nullable Void>submit((template) -> {
			JdbcClient client = JdbcClient.create(template);
			// An earlier attempt may have been committed although it failed.
			if (client.sql(EXISTS).param(deadLetter.id()).query(Long.class).single() == 0) {
				insert(client, deadLetter);
			}
			return null;
		});
	}

	private static void insert(JdbcClient client, DeadLetter deadLetter) {
		DeadLetterMetadata metadata = deadLetter.metadata();
		client.sql(INSERT)
			.param(metadata.id())
			.param(metadata.session())
			.param(new SqlParameterValue(Types.VARCHAR, metadata.route()))
			.param(metadata.topic())
			.param(new SqlParameterValue(Types.VARCHAR, metadata.removedFilter()))
			.param(metadata.qos())
			.param(metadata.retained())
			.param(metadata.payloadSize())
			.param(metadata.code().name())
			.param(new SqlParameterValue(Types.VARCHAR, metadata.exceptionClass()))
			.param(new SqlParameterValue(Types.VARCHAR, metadata.exceptionMessage()))
			.param(metadata.attempts())
			.param(metadata.receivedAt().toEpochMilli())
			.param(metadata.failedAt().toEpochMilli())
			.param(deadLetter.delivery().payload())
			.param(DeadLetterCodec.properties(deadLetter.delivery()))
			.update();
	}

	@Override
	public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		if (limit <= 0) {
			return List.of();
		}
		return this.store.call((template) -> JdbcClient.create(template)
			.sql(LIST)
			.param((after != null) ? after : "")
			.param(limit)
			.query((row, number) -> metadata(row))
			.list());
	}

	@Override
	public Optional<DeadLetter> find(String id) {
		return this.store.call((template) -> JdbcClient.create(template)
			.sql(FIND)
			.param(id)
			.query((row, number) -> DeadLetterCodec.deadLetter(metadata(row), row.getBytes("PROPERTIES"),
					row.getBytes("PAYLOAD")))
			.optional());
	}

	private static DeadLetterMetadata metadata(ResultSet row) throws SQLException {
		return new DeadLetterMetadata(row.getString("ID"), row.getString("SESSION_NAME"), row.getString("ROUTE"),
				row.getString("TOPIC"), row.getString("REMOVED_FILTER"), row.getInt("QOS"), row.getBoolean("RETAINED"),
				row.getInt("PAYLOAD_SIZE"), DeadLetterCode.ofStored(row.getString("ERROR_CODE")),
				row.getString("EXCEPTION_CLASS"), row.getString("EXCEPTION_MESSAGE"), row.getInt("ATTEMPTS"),
				Instant.ofEpochMilli(row.getLong("RECEIVED_AT")), Instant.ofEpochMilli(row.getLong("FAILED_AT")));
	}

	@Override
	public boolean delete(String id) {
		return this.store.<Boolean>call((template) -> JdbcClient.create(template).sql(DELETE).param(id).update() > 0);
	}

	@Override
	public long count() {
		return this.store.<Long>call((template) -> JdbcClient.create(template).sql(COUNT).query(Long.class).single());
	}

}
