package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

import io.gobridge.mqtt.router.AckOrder;
import io.gobridge.mqtt.session.SessionMode;

import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * What the session is to the broker.
 */
final class SessionProperties {

	/**
	 * How long the broker keeps the session, and who may use it.
	 */
	private SessionMode mode = SessionMode.PERSISTENT;

	/**
	 * How long the broker keeps a durable session while the application is not connected.
	 * Must be at least one second unless the mode is ephemeral.
	 */
	private Duration expiry = Duration.ofHours(24);

	/**
	 * Whether the first connection of the process ends what the broker has kept for the
	 * client identifier. Only for the mode persistent; messages that wait at the broker
	 * are lost.
	 */
	private boolean cleanStart;

	/**
	 * Keep alive; zero for none.
	 */
	private Duration keepAlive = Duration.ofSeconds(30);

	/**
	 * How long one connection attempt may take: TCP, TLS, CONNECT and CONNACK.
	 */
	private Duration connectTimeout = Duration.ofSeconds(30);

	/**
	 * Whether the start of the application fails when the first connection is not up
	 * within the connect timeout.
	 */
	private boolean failFast;

	/**
	 * How many QoS 1 and QoS 2 messages the broker may send before one is acknowledged.
	 */
	private int receiveMaximum = 192;

	/**
	 * Largest payload that is handed to a handler.
	 */
	private DataSize maxPayloadSize = DataSize.ofKilobytes(256);

	/**
	 * In which order acknowledgements leave: in the order of receipt, or as soon as each
	 * message is settled.
	 */
	private AckOrder ackOrder = AckOrder.RECEIVED;

	/**
	 * Whether the broker keeps messages back that this session has published itself.
	 * Never applied to shared subscriptions.
	 */
	private boolean noLocal;

	@NestedConfigurationProperty
	private final WillProperties will = new WillProperties();

	public SessionMode getMode() {
		return this.mode;
	}

	public void setMode(SessionMode mode) {
		this.mode = mode;
	}

	public Duration getExpiry() {
		return this.expiry;
	}

	public void setExpiry(Duration expiry) {
		this.expiry = expiry;
	}

	public boolean isCleanStart() {
		return this.cleanStart;
	}

	public void setCleanStart(boolean cleanStart) {
		this.cleanStart = cleanStart;
	}

	public Duration getKeepAlive() {
		return this.keepAlive;
	}

	public void setKeepAlive(Duration keepAlive) {
		this.keepAlive = keepAlive;
	}

	public Duration getConnectTimeout() {
		return this.connectTimeout;
	}

	public void setConnectTimeout(Duration connectTimeout) {
		this.connectTimeout = connectTimeout;
	}

	public boolean isFailFast() {
		return this.failFast;
	}

	public void setFailFast(boolean failFast) {
		this.failFast = failFast;
	}

	public int getReceiveMaximum() {
		return this.receiveMaximum;
	}

	public void setReceiveMaximum(int receiveMaximum) {
		this.receiveMaximum = receiveMaximum;
	}

	public DataSize getMaxPayloadSize() {
		return this.maxPayloadSize;
	}

	public void setMaxPayloadSize(DataSize maxPayloadSize) {
		this.maxPayloadSize = maxPayloadSize;
	}

	public AckOrder getAckOrder() {
		return this.ackOrder;
	}

	public void setAckOrder(AckOrder ackOrder) {
		this.ackOrder = ackOrder;
	}

	public boolean isNoLocal() {
		return this.noLocal;
	}

	public void setNoLocal(boolean noLocal) {
		this.noLocal = noLocal;
	}

	public WillProperties getWill() {
		return this.will;
	}

}
