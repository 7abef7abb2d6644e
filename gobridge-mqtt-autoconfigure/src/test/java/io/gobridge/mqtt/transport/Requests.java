package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.UUID;

import javax.net.ssl.SSLSocketFactory;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

/**
 * Connect requests and messages for tests.
 */
final class Requests {

	static final int MAX_PAYLOAD = 256 * 1024;

	private Requests() {
	}

	static Builder to(String uri) {
		return new Builder(uri);
	}

	static OutboundPublish message(String topic, byte[] payload, int qos) {
		return new OutboundPublish(topic, payload, qos, false, false, null, null, null, null, UserProperties.empty());
	}

	static final class Builder {

		private final String uri;

		private String clientId = "client-" + UUID.randomUUID();

		private boolean cleanStart = true;

		private long sessionExpiry;

		private int keepAlive = 30;

		private Duration connectTimeout = Duration.ofSeconds(20);

		private int receiveMaximum = 192;

		private @Nullable String username;

		private @Nullable String password;

		private ConnectRequest.@Nullable Will will;

		private @Nullable SSLSocketFactory sslSocketFactory;

		private boolean verifyHostname = true;

		private Builder(String uri) {
			this.uri = uri;
		}

		Builder durable(String clientId) {
			this.clientId = clientId;
			this.cleanStart = false;
			this.sessionExpiry = 3600;
			return this;
		}

		Builder keepAlive(int seconds) {
			this.keepAlive = seconds;
			return this;
		}

		Builder connectTimeout(Duration timeout) {
			this.connectTimeout = timeout;
			return this;
		}

		Builder receiveMaximum(int maximum) {
			this.receiveMaximum = maximum;
			return this;
		}

		Builder credentials(@Nullable String username, @Nullable String password) {
			this.username = username;
			this.password = password;
			return this;
		}

		Builder will(ConnectRequest.Will will) {
			this.will = will;
			return this;
		}

		Builder tls(SSLSocketFactory factory, boolean verifyHostname) {
			this.sslSocketFactory = factory;
			this.verifyHostname = verifyHostname;
			return this;
		}

		ConnectRequest build() {
			return new ConnectRequest(this.uri, this.clientId, this.cleanStart, this.sessionExpiry, this.keepAlive,
					this.connectTimeout, this.receiveMaximum, MAX_PAYLOAD, this.username, this.password, this.will,
					this.sslSocketFactory, this.verifyHostname);
		}

	}

}
