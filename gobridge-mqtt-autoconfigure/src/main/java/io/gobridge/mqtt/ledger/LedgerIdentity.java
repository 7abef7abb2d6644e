package io.gobridge.mqtt.ledger;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Which broker session a history belongs to: the broker's address and the client
 * identifier. Nothing else counts, so that a change of mode, expiry or credentials keeps
 * the history. Spellings of one address are the same: {@code mqtt} and {@code tcp},
 * {@code mqtts}, {@code ssl} and {@code tls}, upper and lower case, and a port that is
 * the default of its scheme. Names are not resolved.
 *
 * @param key the SHA-256 of both, in hexadecimal digits
 */
public record LedgerIdentity(String key) {

	private static final String DEFAULT_WEB_SOCKET_PATH = "/mqtt";

	/**
	 * Creates an identity from its key.
	 */
	public LedgerIdentity {
		if (key.length() != 64 || !key.chars().allMatch((c) -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
			throw new IllegalArgumentException("Not the key of a ledger identity");
		}
	}

	/**
	 * Returns the identity of a session.
	 * @param url the address of the broker
	 * @param clientId the client identifier as it is sent
	 * @return the identity
	 * @throws IllegalArgumentException if the address is none or the client identifier is
	 * empty; the message holds neither
	 */
	public static LedgerIdentity of(String url, String clientId) {
		if (clientId.isEmpty()) {
			throw new IllegalArgumentException("A ledger needs a client identifier");
		}
		return new LedgerIdentity(hash(canonical(url), clientId));
	}

	static String canonical(String url) {
		URI uri;
		try {
			uri = new URI(url.trim());
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("The address of the broker can not be parsed");
		}
		String scheme = (uri.getScheme() != null) ? uri.getScheme().toLowerCase(Locale.ROOT) : "";
		return switch (scheme) {
			case "mqtt", "tcp" -> "tcp://" + endpoint(uri, 1883);
			case "mqtts", "ssl", "tls" -> "ssl://" + endpoint(uri, 8883);
			case "ws" -> "ws://" + endpoint(uri, 80) + target(uri);
			case "wss" -> "wss://" + endpoint(uri, 443) + target(uri);
			default -> throw new IllegalArgumentException("The address of the broker has no scheme that is known");
		};
	}

	/**
	 * Taken apart by hand: a host with an underscore is none for {@link URI}.
	 */
	private static String endpoint(URI uri, int defaultPort) {
		String authority = (uri.getRawAuthority() != null) ? uri.getRawAuthority() : "";
		String address = authority.substring(authority.lastIndexOf('@') + 1);
		int colon = address.lastIndexOf(':');
		boolean hasPort = colon > address.lastIndexOf(']');
		String host = hasPort ? address.substring(0, colon) : address;
		String port = hasPort ? address.substring(colon + 1) : "";
		if (host.isEmpty() || port.length() > 5 || !port.chars().allMatch((c) -> c >= '0' && c <= '9')) {
			throw new IllegalArgumentException("The address of the broker has no host, or a port that is none");
		}
		return host.toLowerCase(Locale.ROOT) + ":" + (port.isEmpty() ? defaultPort : Integer.parseInt(port));
	}

	private static String target(URI uri) {
		String path = uri.getRawPath();
		String target = (path == null || path.isEmpty()) ? DEFAULT_WEB_SOCKET_PATH : path;
		return (uri.getRawQuery() != null) ? target + "?" + uri.getRawQuery() : target;
	}

	/**
	 * Each part goes in with its length, so that no two pairs look alike.
	 */
	private static String hash(String... parts) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			for (String part : parts) {
				byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
				digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
				digest.update(bytes);
			}
			return HexFormat.of().formatHex(digest.digest());
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	@Override
	public String toString() {
		return "ledger identity";
	}

}
