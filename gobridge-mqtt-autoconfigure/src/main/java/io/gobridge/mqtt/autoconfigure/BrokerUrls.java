package io.gobridge.mqtt.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks the addresses of one connection, before anything is dialled.
 */
final class BrokerUrls {

	private static final Set<String> PLAINTEXT = Set.of("mqtt", "tcp", "ws");

	private static final Set<String> TLS = Set.of("mqtts", "ssl", "tls", "wss");

	private static final Pattern LOOPBACK = Pattern
		.compile("localhost|.+\\.localhost|127(\\.\\d{1,3}){1,3}|\\[::1]|\\[0:0:0:0:0:0:0:1]");

	private static final Pattern PORT = Pattern.compile("\\d{1,5}");

	private static final int MAX_PORT = 65535;

	private static final String FORM = "Write it like mqtt://host:1883, with one of the schemes mqtt, tcp, mqtts, ssl, "
			+ "tls, ws and wss.";

	private final String prefix;

	private final List<String> addresses;

	BrokerUrls(String prefix, List<String> addresses) {
		this.prefix = prefix;
		this.addresses = addresses;
	}

	void checkForm() {
		if (this.addresses.isEmpty()) {
			throw new MqttConfigurationException(key(), "is empty", "Set at least one address. " + FORM);
		}
		this.addresses.forEach(this::checkForm);
	}

	private void checkForm(String address) {
		URI uri;
		try {
			uri = new URI(address);
		}
		catch (URISyntaxException ex) {
			// Not quoted: what can not be taken apart may hold a password.
			throw new MqttConfigurationException(key(),
					"is not an address: " + ex.getReason() + " at character " + (ex.getIndex() + 1), FORM);
		}
		String authority = uri.getRawAuthority();
		if (authority != null && authority.indexOf('@') >= 0) {
			throw new MqttConfigurationException(key(), "holds credentials, and addresses are shown in logs and health",
					"Move them to " + this.prefix + "username and " + this.prefix + "password.");
		}
		if (!PLAINTEXT.contains(scheme(uri)) && !TLS.contains(scheme(uri))) {
			throw new MqttConfigurationException(key(), "is '" + address + "', which has " + ((uri.getScheme() != null)
					? "the scheme '" + uri.getScheme() + "' that is not known" : "no scheme"), FORM);
		}
		if (authority == null || authority.isEmpty() || authority.startsWith(":")) {
			throw new MqttConfigurationException(key(), "is '" + address + "', which has no host", FORM);
		}
		if (!isPort(authority.substring(endOfHost(authority)))) {
			throw new MqttConfigurationException(key(),
					"is '" + address + "', whose port is not a number from 1 to 65535", FORM);
		}
	}

	/**
	 * Refuses to send a password that everybody on the way could read.
	 */
	void checkSafeForCredentials() {
		for (String address : this.addresses) {
			URI uri = URI.create(address);
			if (PLAINTEXT.contains(scheme(uri)) && !LOOPBACK.matcher(host(uri)).matches()) {
				throw new MqttConfigurationException(key(),
						"is '" + address
								+ "', which is not encrypted and would send the configured credentials in plain text",
						"Use an address with TLS (mqtts or wss). If the network is trusted, set " + this.prefix
								+ "allow-plaintext-credentials=true.");
			}
		}
	}

	private String key() {
		return this.prefix + "url";
	}

	private static String scheme(URI uri) {
		return (uri.getScheme() != null) ? uri.getScheme().toLowerCase(Locale.ROOT) : "";
	}

	private static String host(URI uri) {
		String authority = uri.getRawAuthority();
		return authority.substring(0, endOfHost(authority)).toLowerCase(Locale.ROOT);
	}

	/**
	 * Nothing, and nothing behind the colon, mean the default.
	 */
	private static boolean isPort(String text) {
		if (text.length() <= 1) {
			return true;
		}
		String port = text.substring(1);
		return PORT.matcher(port).matches() && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= MAX_PORT;
	}

	private static int endOfHost(String authority) {
		int colon = authority.lastIndexOf(':');
		return (colon > authority.lastIndexOf(']')) ? colon : authority.length();
	}

}
