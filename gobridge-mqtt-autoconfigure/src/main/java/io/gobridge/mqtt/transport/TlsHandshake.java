package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Properties;

import javax.net.SocketFactory;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.security.SSLSocketFactoryFactory;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * Puts TLS on an open socket: with the server name where the host has one, and with the
 * name checked against the certificate in the handshake itself. Otherwise the parameters
 * of the socket factory stay as they are.
 */
final class TlsHandshake {

	private TlsHandshake() {
	}

	/**
	 * Does the handshake.
	 * @param plain the connected socket
	 * @param address whom it is connected to
	 * @param options whether the host name is verified, and where sockets come from
	 * @return the socket to use instead
	 * @throws IOException if the handshake fails
	 * @throws MqttException if Paho's TLS properties can not be used
	 */
	static SSLSocket run(Socket plain, BrokerAddress address, MqttConnectionOptions options)
			throws IOException, MqttException {
		SSLSocketFactory factory = factory(options);
		SSLSocket socket = (SSLSocket) factory.createSocket(plain, address.host(), address.port(), true);
		SSLParameters parameters = socket.getSSLParameters();
		if (options.isHttpsHostnameVerificationEnabled()) {
			parameters.setEndpointIdentificationAlgorithm("HTTPS");
		}
		if (parameters.getServerNames() == null || parameters.getServerNames().isEmpty()) {
			parameters.setServerNames(serverNames(address.host()));
		}
		socket.setSSLParameters(parameters);
		socket.startHandshake();
		HostnameVerifier verifier = options.getSSLHostnameVerifier();
		if (verifier != null && !verifier.verify(address.host(), socket.getSession())) {
			socket.getSession().invalidate();
			throw new SSLPeerUnverifiedException("The host name verifier refused " + address.host());
		}
		return socket;
	}

	private static SSLSocketFactory factory(MqttConnectionOptions options) throws MqttException {
		SocketFactory factory = options.getSocketFactory();
		if (factory instanceof SSLSocketFactory tls) {
			return tls;
		}
		if (factory != null) {
			throw new IllegalArgumentException("The socket factory in Paho's options makes no TLS sockets");
		}
		Properties properties = options.getSSLProperties();
		if (properties != null) {
			SSLSocketFactoryFactory factories = new SSLSocketFactoryFactory();
			factories.initialize(properties, null);
			return factories.createSocketFactory(null);
		}
		return (SSLSocketFactory) SSLSocketFactory.getDefault();
	}

	/**
	 * A literal address is no server name (RFC 6066, section 3), and not every host name
	 * is one.
	 */
	private static List<SNIServerName> serverNames(String host) {
		if (host.indexOf(':') >= 0 || host.chars().allMatch((c) -> c == '.' || Character.isDigit(c))) {
			return List.of();
		}
		try {
			return List.of(new SNIHostName(host));
		}
		catch (IllegalArgumentException ex) {
			return List.of();
		}
	}

}
