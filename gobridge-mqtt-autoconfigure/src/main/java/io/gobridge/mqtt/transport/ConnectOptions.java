package io.gobridge.mqtt.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.gobridge.mqtt.session.ConnectRequest;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.jspecify.annotations.Nullable;

/**
 * Says in Paho's words what a {@link ConnectRequest} asks for.
 */
final class ConnectOptions {

	private ConnectOptions() {
	}

	/**
	 * Returns new options.
	 * @param request what is asked for
	 * @param address where to connect to
	 * @return the options, for one attempt
	 */
	static MqttConnectionOptions of(ConnectRequest request, BrokerAddress address) {
		MqttConnectionOptions options = new MqttConnectionOptions();
		options.setCleanStart(request.cleanStart());
		options.setSessionExpiryInterval(request.sessionExpiry());
		options.setKeepAliveInterval(request.keepAlive());
		options.setConnectionTimeout(seconds(request.connectTimeout()));
		options.setReceiveMaximum(request.receiveMaximum());
		options.setMaximumPacketSize((long) PacketFrames.announcedMaximum(request.maxPayloadSize()));
		if (request.username() != null) {
			options.setUserName(request.username());
		}
		if (request.password() != null) {
			options.setPassword(request.password().getBytes(StandardCharsets.UTF_8));
		}
		setWill(options, request.will());
		options.setHttpsHostnameVerificationEnabled(request.verifyHostname());
		if (address.tls() && request.sslSocketFactory() != null) {
			options.setSocketFactory(request.sslSocketFactory());
		}
		assertInvariants(options);
		return options;
	}

	private static void setWill(MqttConnectionOptions options, ConnectRequest.@Nullable Will will) {
		if (will == null) {
			return;
		}
		MqttMessage message = new MqttMessage(will.payload(), will.qos(), will.retain(), null);
		options.setWill(will.topic(), message);
		MqttProperties properties = new MqttProperties();
		if (will.delay() != null) {
			properties.setWillDelayInterval(will.delay());
		}
		options.setWillMessageProperties(properties);
	}

	/**
	 * Sets what must not be different, whatever a customizer has done.
	 * @param options the options
	 */
	static void assertInvariants(MqttConnectionOptions options) {
		options.setAutomaticReconnect(false);
		options.setTopicAliasMaximum(0);
		options.setServerURIs(new String[0]);
	}

	/**
	 * Paho counts in seconds and takes 0 for never; the exact bound is ours.
	 */
	private static int seconds(Duration timeout) {
		return (int) Math.min(timeout.toSeconds() + 1, Integer.MAX_VALUE / 1000);
	}

}
