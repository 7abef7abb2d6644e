package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * One connection: the keys directly under {@code gobridge.mqtt} and those under
 * {@code gobridge.mqtt.sessions.<name>} are the same.
 */
class ConnectionProperties {

	/**
	 * Addresses of the broker, with one of the schemes mqtt, tcp, mqtts, ssl, tls, ws and
	 * wss. More than one only for the mode ephemeral.
	 */
	private @Nullable List<String> url;

	/**
	 * Client identifier. The broker knows a durable session by it, so each instance of an
	 * application needs its own.
	 */
	private @Nullable String clientId;

	/**
	 * What is appended to the client identifier: hostname (durable sessions only with
	 * assert-stable-identity) or random (ephemeral only).
	 */
	private ClientIdSuffix clientIdSuffix = ClientIdSuffix.NONE;

	/**
	 * Asserts that the host name stays the same over restarts, as in a StatefulSet, so
	 * that a durable session may have it in its client identifier.
	 */
	private boolean assertStableIdentity;

	/**
	 * User name to connect with.
	 */
	private @Nullable String username;

	/**
	 * Password to connect with.
	 */
	private @Nullable String password;

	/**
	 * Whether the password may be sent without TLS to a host that is not the loopback.
	 */
	private boolean allowPlaintextCredentials;

	/**
	 * Filters that are wanted without a handler.
	 */
	private final List<SubscriptionProperties> subscriptions = new ArrayList<>();

	@NestedConfigurationProperty
	private final SslProperties ssl = new SslProperties();

	@NestedConfigurationProperty
	private final SessionProperties session = new SessionProperties();

	@NestedConfigurationProperty
	private final ReconnectProperties reconnect = new ReconnectProperties();

	@NestedConfigurationProperty
	private final RouterProperties router = new RouterProperties();

	@NestedConfigurationProperty
	private final ReconcileProperties reconcile = new ReconcileProperties();

	@NestedConfigurationProperty
	private final StoreProperties store = new StoreProperties();

	@NestedConfigurationProperty
	private final LedgerProperties ledger = new LedgerProperties();

	@NestedConfigurationProperty
	private final DeadLetterProperties deadLetter = new DeadLetterProperties();

	@NestedConfigurationProperty
	private final JdbcProperties jdbc = new JdbcProperties();

	@NestedConfigurationProperty
	private final RouteProperties route = new RouteProperties();

	@NestedConfigurationProperty
	private final PublishProperties publish = new PublishProperties();

	@NestedConfigurationProperty
	private final ShutdownProperties shutdown = new ShutdownProperties();

	public @Nullable List<String> getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable List<String> url) {
		this.url = url;
	}

	public @Nullable String getClientId() {
		return this.clientId;
	}

	public void setClientId(@Nullable String clientId) {
		this.clientId = clientId;
	}

	public ClientIdSuffix getClientIdSuffix() {
		return this.clientIdSuffix;
	}

	public void setClientIdSuffix(ClientIdSuffix clientIdSuffix) {
		this.clientIdSuffix = clientIdSuffix;
	}

	public boolean isAssertStableIdentity() {
		return this.assertStableIdentity;
	}

	public void setAssertStableIdentity(boolean assertStableIdentity) {
		this.assertStableIdentity = assertStableIdentity;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public boolean isAllowPlaintextCredentials() {
		return this.allowPlaintextCredentials;
	}

	public void setAllowPlaintextCredentials(boolean allowPlaintextCredentials) {
		this.allowPlaintextCredentials = allowPlaintextCredentials;
	}

	public List<SubscriptionProperties> getSubscriptions() {
		return this.subscriptions;
	}

	public SslProperties getSsl() {
		return this.ssl;
	}

	public SessionProperties getSession() {
		return this.session;
	}

	public ReconnectProperties getReconnect() {
		return this.reconnect;
	}

	public RouterProperties getRouter() {
		return this.router;
	}

	public ReconcileProperties getReconcile() {
		return this.reconcile;
	}

	public StoreProperties getStore() {
		return this.store;
	}

	public LedgerProperties getLedger() {
		return this.ledger;
	}

	public DeadLetterProperties getDeadLetter() {
		return this.deadLetter;
	}

	public JdbcProperties getJdbc() {
		return this.jdbc;
	}

	public RouteProperties getRoute() {
		return this.route;
	}

	public PublishProperties getPublish() {
		return this.publish;
	}

	public ShutdownProperties getShutdown() {
		return this.shutdown;
	}

}
