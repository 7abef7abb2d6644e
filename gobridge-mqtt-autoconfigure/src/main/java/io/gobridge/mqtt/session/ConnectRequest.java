package io.gobridge.mqtt.session;

import java.time.Duration;

import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * Everything that one connection attempt needs to know.
 *
 * @param uri the address, with one of the schemes {@code mqtt tcp mqtts ssl tls ws wss}
 * @param clientId the client identifier
 * @param cleanStart whether the broker is to forget an earlier session
 * @param sessionExpiry the session expiry interval in seconds
 * @param keepAlive the keep alive in seconds, 0 for none
 * @param connectTimeout the bound on the whole attempt: TCP, TLS, CONNECT and CONNACK
 * @param receiveMaximum how many unacknowledged QoS 1 and QoS 2 deliveries are taken
 * @param maxPayloadSize the largest payload in bytes that is handed on
 * @param username the user name, or {@code null}
 * @param password the password, or {@code null}
 * @param will the last will, or {@code null}
 * @param sslSocketFactory makes TLS sockets, {@code null} for the one of the JVM
 * @param verifyHostname whether the certificate must name the host
 */
public record ConnectRequest(String uri, String clientId, boolean cleanStart, long sessionExpiry, int keepAlive,
		Duration connectTimeout, int receiveMaximum, int maxPayloadSize, @Nullable String username,
		@Nullable String password, @Nullable Will will, @Nullable SSLSocketFactory sslSocketFactory,
		boolean verifyHostname) {

	/**
	 * What a session asks for, with the credentials and TLS material of this moment.
	 */
	static ConnectRequest of(SessionSettings settings, String address, boolean clean) {
		Credentials.Login login = settings.credentials().current();
		return new ConnectRequest(address, settings.clientId(), clean, settings.expirySeconds(),
				(int) settings.keepAlive().toSeconds(), settings.connectTimeout(), settings.receiveMaximum(),
				settings.maxPayloadSize(), login.username(), login.password(), settings.will(),
				settings.sslSocketFactory().get(), settings.verifyHostname());
	}

	/**
	 * Names the address and the client, never the credentials.
	 */
	@Override
	public String toString() {
		return "ConnectRequest[" + this.uri + ", clientId=" + this.clientId + ", cleanStart=" + this.cleanStart + "]";
	}

	/**
	 * The last will (MQTT 5, section 3.1.2.5).
	 *
	 * @param topic the topic name
	 * @param payload the payload
	 * @param qos the quality of service
	 * @param retain whether the broker keeps it
	 * @param delay how many seconds the broker waits, or {@code null} to send none
	 */
	public record Will(String topic, byte[] payload, int qos, boolean retain, @Nullable Long delay) {
	}

}
