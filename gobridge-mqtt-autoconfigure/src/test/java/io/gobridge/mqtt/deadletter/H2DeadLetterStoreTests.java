package io.gobridge.mqtt.deadletter;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.TestDatabase;

class H2DeadLetterStoreTests extends JdbcDeadLetterContractTests {

	private final DataSource dataSource = TestDatabase.h2();

	@Override
	DataSource dataSource() {
		return this.dataSource;
	}

}
