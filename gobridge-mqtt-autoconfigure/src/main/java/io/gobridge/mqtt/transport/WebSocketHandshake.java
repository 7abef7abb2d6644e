package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The client's half of the opening handshake (RFC 6455, section 4).
 */
final class WebSocketHandshake {

	private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

	private static final int MAXIMUM_HEADER = 16 * 1024;

	private static final byte[] HEADER_END = { '\r', '\n', '\r', '\n' };

	private final BrokerAddress address;

	private final Map<String, String> headers;

	WebSocketHandshake(BrokerAddress address, Map<String, String> headers) {
		this.address = address;
		this.headers = headers;
	}

	/**
	 * Asks, and checks the answer. Reads no byte behind it.
	 * @param input the socket's input
	 * @param output the socket's output
	 * @throws IOException if the server refuses
	 */
	void run(InputStream input, OutputStream output) throws IOException {
		byte[] nonce = new byte[16];
		new SecureRandom().nextBytes(nonce);
		String key = Base64.getEncoder().encodeToString(nonce);
		output.write(request(key).getBytes(StandardCharsets.ISO_8859_1));
		output.flush();
		check(readHeader(input).split("\r\n"), key);
	}

	private String request(String key) {
		int defaultPort = this.address.tls() ? 443 : 80;
		String host = this.address.bracketedHost()
				+ ((this.address.port() != defaultPort) ? ":" + this.address.port() : "");
		StringBuilder request = new StringBuilder();
		request.append("GET ").append(this.address.target()).append(" HTTP/1.1\r\n");
		request.append("Host: ").append(host).append("\r\n");
		request.append("Upgrade: websocket\r\nConnection: Upgrade\r\n");
		request.append("Sec-WebSocket-Key: ").append(key).append("\r\n");
		request.append("Sec-WebSocket-Protocol: mqtt\r\nSec-WebSocket-Version: 13\r\n");
		this.headers.forEach((name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
		return request.append("\r\n").toString();
	}

	private static String readHeader(InputStream input) throws IOException {
		ByteArrayOutputStream header = new ByteArrayOutputStream();
		int matched = 0;
		while (matched < HEADER_END.length) {
			int value = input.read();
			if (value < 0) {
				throw new IOException("WebSocket handshake: the server closed the socket");
			}
			if (header.size() == MAXIMUM_HEADER) {
				throw new IOException("WebSocket handshake: the answer does not end");
			}
			header.write(value);
			matched = (value == HEADER_END[matched]) ? matched + 1 : ((value == '\r') ? 1 : 0);
		}
		return header.toString(StandardCharsets.ISO_8859_1);
	}

	private static void check(String[] lines, String key) throws IOException {
		String[] status = lines[0].split(" ", 3);
		if (status.length < 2 || !status[0].startsWith("HTTP/1.") || !"101".equals(status[1])) {
			throw new IOException("WebSocket handshake: the server answered '"
					+ lines[0].substring(0, Math.min(lines[0].length(), 80)) + "'");
		}
		Map<String, String> fields = new HashMap<>();
		for (String line : Arrays.asList(lines).subList(1, lines.length)) {
			int colon = line.indexOf(':');
			if (colon > 0) {
				fields.merge(line.substring(0, colon).trim().toLowerCase(Locale.ROOT), line.substring(colon + 1).trim(),
						(first, second) -> first + "," + second);
			}
		}
		require(hasToken(fields, "upgrade", "websocket"), "Upgrade");
		require(hasToken(fields, "connection", "upgrade"), "Connection");
		require("mqtt".equals(fields.get("sec-websocket-protocol")), "Sec-WebSocket-Protocol");
		require(accept(key).equals(fields.get("sec-websocket-accept")), "Sec-WebSocket-Accept");
	}

	private static boolean hasToken(Map<String, String> fields, String name, String token) {
		return Arrays.stream(fields.getOrDefault(name, "").split(","))
			.anyMatch((value) -> value.trim().equalsIgnoreCase(token));
	}

	private static void require(boolean condition, String field) throws IOException {
		if (!condition) {
			throw new IOException("WebSocket handshake: missing or wrong " + field);
		}
	}

	private static String accept(String key) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-1")
				.digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
			return Base64.getEncoder().encodeToString(digest);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
