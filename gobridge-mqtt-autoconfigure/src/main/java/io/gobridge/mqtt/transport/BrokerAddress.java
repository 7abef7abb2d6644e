package io.gobridge.mqtt.transport;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The address of a broker, taken apart. Parsed here and not by Paho, whose parser fails
 * on a host name with an underscore (on Java 17 it may not patch {@link URI} by
 * reflection) and on a TLS address with an IPv6 literal.
 *
 * @param tls whether the socket is wrapped in TLS
 * @param webSocket whether MQTT is carried in WebSocket frames
 * @param host the host name or literal address, without brackets
 * @param port the port
 * @param target what the WebSocket handshake asks for: path and query
 */
record BrokerAddress(boolean tls, boolean webSocket, String host, int port, String target) {

	private static final String DEFAULT_TARGET = "/mqtt";

	/**
	 * Parses an address.
	 * @param address the address
	 * @return the parts
	 * @throws IllegalArgumentException if it is none; the message does not repeat it
	 * where it could hold credentials
	 */
	static BrokerAddress parse(String address) {
		URI uri = uri(address);
		String scheme = (uri.getScheme() != null) ? uri.getScheme().toLowerCase(Locale.ROOT) : "";
		return switch (scheme) {
			case "mqtt", "tcp" -> of(uri, false, false, 1883);
			case "mqtts", "ssl", "tls" -> of(uri, true, false, 8883);
			case "ws" -> of(uri, false, true, 80);
			case "wss" -> of(uri, true, true, 443);
			default -> throw new IllegalArgumentException("Broker address with the scheme '" + scheme
					+ "', which is none of mqtt, tcp, mqtts, ssl, tls, ws and wss");
		};
	}

	private static URI uri(String address) {
		try {
			return new URI(address.trim());
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("Broker address can not be parsed: " + ex.getReason(), null);
		}
	}

	private static BrokerAddress of(URI uri, boolean tls, boolean webSocket, int defaultPort) {
		String authority = uri.getRawAuthority();
		if (authority == null) {
			throw new IllegalArgumentException("Broker address without a host");
		}
		if (authority.indexOf('@') >= 0) {
			throw new IllegalArgumentException("Broker address with credentials; set the user name and the password");
		}
		int colon = authority.lastIndexOf(':');
		boolean hasPort = colon > authority.lastIndexOf(']');
		String host = hasPort ? authority.substring(0, colon) : authority;
		if (host.startsWith("[") && host.endsWith("]")) {
			host = host.substring(1, host.length() - 1);
		}
		if (host.isEmpty()) {
			throw new IllegalArgumentException("Broker address without a host");
		}
		int port = hasPort ? port(authority.substring(colon + 1), defaultPort) : defaultPort;
		return new BrokerAddress(tls, webSocket, host, port, target(uri, webSocket));
	}

	private static int port(String text, int defaultPort) {
		if (text.isEmpty()) {
			return defaultPort;
		}
		int port = text.chars().allMatch(Character::isDigit) && text.length() <= 5 ? Integer.parseInt(text) : 0;
		if (port < 1 || port > 65535) {
			throw new IllegalArgumentException("Broker address with the port '" + text + "'");
		}
		return port;
	}

	private static String target(URI uri, boolean webSocket) {
		String path = uri.getRawPath();
		if (!webSocket) {
			if (path != null && !path.isEmpty() && !"/".equals(path)) {
				throw new IllegalArgumentException("Broker address with a path, which only ws and wss may have");
			}
			return "";
		}
		String target = (path == null || path.isEmpty()) ? DEFAULT_TARGET : path;
		@Nullable String query = uri.getRawQuery();
		return (query != null) ? target + "?" + query : target;
	}

	/**
	 * Returns the host as it stands in an address or a Host header.
	 * @return the host, an IPv6 literal in brackets
	 */
	String bracketedHost() {
		return (this.host.indexOf(':') >= 0) ? "[" + this.host + "]" : this.host;
	}

	/**
	 * Returns the address in the form that Paho accepts.
	 * @return one of its four schemes with host and port
	 */
	String forPaho() {
		String scheme = this.webSocket ? (this.tls ? "wss" : "ws") : (this.tls ? "ssl" : "tcp");
		return scheme + "://" + bracketedHost() + ":" + this.port;
	}

	@Override
	public String toString() {
		return bracketedHost() + ":" + this.port;
	}

}
