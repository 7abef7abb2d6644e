package io.gobridge.mqtt.ledger;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.TestDatabase;

class H2SubscriptionLedgerTests extends JdbcLedgerContractTests {

	private final DataSource dataSource = TestDatabase.h2();

	@Override
	DataSource dataSource() {
		return this.dataSource;
	}

}
