package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLSocketFactory;

import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.publish.PublishSettings;
import io.gobridge.mqtt.reconcile.ReconcileSettings;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.RouterSettings;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.Credentials;
import io.gobridge.mqtt.session.ReconnectSettings;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.topic.InvalidTopicFilterException;
import io.gobridge.mqtt.topic.InvalidTopicNameException;
import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicNames;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.unit.DataSize;

/**
 * Makes the settings of one session from its properties, and says what is wrong with
 * them. Connects to nothing.
 */
final class PropertiesMapper {

	private static final Duration SHORTEST_RECHECK = Duration.ofMinutes(1);

	/** Enough for a new connection to be worth it. */
	private static final long LEAST_HELD_BYTES = 16L << 20;

	private static final Pattern NAMED_KEY = Pattern.compile("([^\\s.]+(?:\\.[^\\s.]+)+) (is .*)");

	private final String session;

	private final String prefix;

	private final ConnectionProperties properties;

	private final @Nullable String applicationName;

	PropertiesMapper(String session, ConnectionProperties properties, @Nullable String applicationName) {
		this.session = session;
		this.prefix = prefix(session);
		this.properties = properties;
		this.applicationName = applicationName;
	}

	static String prefix(String session) {
		return MqttSessionNames.DEFAULT.equals(session) ? "gobridge.mqtt." : "gobridge.mqtt.sessions." + session + ".";
	}

	EngineSettings map(MqttConnectionDetails details, List<MqttSessionCustomizer> customizers, Executor handlers) {
		SessionSettings settings = checked("session", () -> session(details, customizers));
		boolean durable = settings.mode().isDurable();
		return new EngineSettings(settings, router(settings, durable), reconcile(durable),
				checked("publish", this::publish), concurrency(), handlers, declared(),
				this.properties.getSession().isNoLocal(),
				new StorePropertiesMapper(this.prefix, this.properties).map(settings));
	}

	private SessionSettings session(MqttConnectionDetails details, List<MqttSessionCustomizer> customizers) {
		SessionProperties session = this.properties.getSession();
		checkMode(session);
		List<String> addresses = List.copyOf(details.getAddresses());
		BrokerUrls urls = new BrokerUrls(this.prefix, addresses);
		urls.checkForm();
		if (session.getMode().isDurable() && addresses.size() > 1) {
			throw new MqttConfigurationException(this.prefix + "url",
					"has " + addresses.size() + " addresses " + addresses + ": a durable session lives on one broker",
					"Set one address, or " + this.prefix + "session.mode=ephemeral.");
		}
		if ((details.getUsername() != null || details.getPassword() != null)
				&& !this.properties.isAllowPlaintextCredentials()) {
			urls.checkSafeForCredentials();
		}
		ReconnectProperties reconnect = this.properties.getReconnect();
		SessionSettings.Builder builder = SessionSettings.builder(this.session)
			.mode(session.getMode())
			.clientId(new ClientIdentifier(this.prefix, this.applicationName).of(this.properties))
			.addresses(addresses)
			.credentials(Credentials.of(details.getUsername(), details.getPassword()))
			.sslSocketFactory(socketFactory(bundle(details)))
			.verifyHostname(this.properties.getSsl().isVerifyHostname())
			.expiry(session.getExpiry())
			.cleanStart(session.isCleanStart())
			.keepAlive(session.getKeepAlive())
			.connectTimeout(session.getConnectTimeout())
			.receiveMaximum(session.getReceiveMaximum())
			.maxPayloadSize(maxPayloadSize())
			.will(will(session.getWill()))
			.reconnect(new ReconnectSettings(reconnect.getInitialDelay(), reconnect.getMaxDelay(),
					reconnect.getMultiplier()))
			.drainTimeout(this.properties.getShutdown().getDrainTimeout())
			.failFast(session.isFailFast());
		customizers.forEach((customizer) -> customizer.customize(this.session, builder));
		return builder.build();
	}

	private void checkMode(SessionProperties session) {
		if (session.getMode() == SessionMode.EXCLUSIVE) {
			throw new MqttConfigurationException(this.prefix + "session.mode",
					"is 'exclusive', which this version does not have yet",
					"Set it to persistent and run one instance per client identifier, or to ephemeral.");
		}
		if (session.isCleanStart() && session.getMode() != SessionMode.PERSISTENT) {
			throw new MqttConfigurationException(this.prefix + "session.clean-start",
					"is set, but only a persistent session has something to end", "Remove it.");
		}
	}

	private static Supplier<@Nullable SSLSocketFactory> socketFactory(@Nullable SslBundle bundle) {
		if (bundle == null) {
			return () -> null;
		}
		// Made now, so that a bundle that can not be used fails the start.
		SSLSocketFactory factory = bundle.createSslContext().getSocketFactory();
		return () -> factory;
	}

	private ConnectRequest.@Nullable Will will(WillProperties will) {
		if (will.getTopic() == null) {
			return null;
		}
		try {
			TopicNames.validate(will.getTopic());
		}
		catch (InvalidTopicNameException ex) {
			throw new MqttConfigurationException(this.prefix + "session.will.topic",
					"is '" + will.getTopic() + "': " + ex.getReason(), "Set a topic name without wildcards.");
		}
		checkQos("session.will.qos", will.getQos());
		byte[] payload = (will.getPayload() != null) ? will.getPayload().getBytes(StandardCharsets.UTF_8) : new byte[0];
		Duration delay = will.getDelay();
		return new ConnectRequest.Will(will.getTopic(), payload, will.getQos(), will.isRetain(),
				(delay != null) ? delay.toSeconds() : null);
	}

	private RouterSettings router(SessionSettings settings, boolean durable) {
		RetryProperties retry = this.properties.getRoute().getRetry();
		OnFailure onFailure = this.properties.getRoute().getOnFailure();
		if (onFailure == OnFailure.DEFAULT) {
			throw new MqttConfigurationException(this.prefix + "route.on-failure",
					"is 'default', which only a route can say", "Set it to dead-letter, drop or redeliver.");
		}
		checkAtLeast("route.retry.max-retries", retry.getMaxRetries(), 0);
		if (retry.getMultiplier() < 1) {
			throw new MqttConfigurationException(this.prefix + "route.retry.multiplier",
					"is " + retry.getMultiplier() + ", but delays can not shrink", "Set it to 1 or more.");
		}
		checkPositive("route.retry.initial-interval", retry.getInitialInterval());
		checkPositive("route.retry.max-interval", retry.getMaxInterval());
		Duration grace = this.properties.getRouter().getUnmatchedGrace();
		checkPositive("router.unmatched-grace", grace);
		return new RouterSettings(this.session, durable, settings.receiveMaximum(), maxHeldBytes(settings),
				this.properties.getSession().getAckOrder(), onFailure, grace,
				new RouterSettings.Retry(retry.getMaxRetries(), retry.getInitialInterval(), retry.getMultiplier(),
						retry.getMaxInterval()));
	}

	/**
	 * A broker that keeps to the Receive Maximum may have us hold as much anyway. A part
	 * of a small heap has to be enough.
	 */
	private static long maxHeldBytes(SessionSettings settings) {
		long allowed = (long) settings.receiveMaximum() * settings.maxPayloadSize();
		return Math.min(Math.max(allowed, LEAST_HELD_BYTES), Runtime.getRuntime().maxMemory() / 4);
	}

	private ReconcileSettings reconcile(boolean durable) {
		ReconcileProperties reconcile = this.properties.getReconcile();
		checkPositive("reconcile.timeout", reconcile.getTimeout());
		checkAtLeast("reconcile.max-filters-per-packet", reconcile.getMaxFiltersPerPacket(), 1);
		checkPositive("reconcile.orphan-unsubscribe-timeout", reconcile.getOrphanUnsubscribeTimeout());
		Duration recheck = reconcile.getQosRecheckInterval();
		if (!recheck.isZero() && recheck.compareTo(SHORTEST_RECHECK) < 0) {
			throw new MqttConfigurationException(this.prefix + "reconcile.qos-recheck-interval", "is " + recheck,
					"Set it to 1m or more, or to 0 to ask again on new connections only.");
		}
		return new ReconcileSettings(this.session, durable, reconcile.getTimeout(), reconcile.getMaxFiltersPerPacket(),
				this.properties.getRouter().getUnmatchedGrace(), reconcile.getOrphanUnsubscribeTimeout(), recheck);
	}

	private PublishSettings publish() {
		PublishProperties publish = this.properties.getPublish();
		return new PublishSettings(publish.getTimeout(), publish.getBufferSize(), publish.getOnOverflow());
	}

	private int concurrency() {
		int concurrency = this.properties.getRoute().getConcurrency();
		checkAtLeast("route.concurrency", concurrency, 1);
		return concurrency;
	}

	private List<Demand> declared() {
		List<Demand> demands = new ArrayList<>();
		List<SubscriptionProperties> subscriptions = this.properties.getSubscriptions();
		for (int i = 0; i < subscriptions.size(); i++) {
			SubscriptionProperties subscription = subscriptions.get(i);
			String key = "subscriptions[" + i + "]";
			TopicFilter filter = filter(key, subscription.getFilter());
			checkQos(key + ".qos", subscription.getQos());
			demands.add(new Demand(this.prefix + key, filter, subscription.getQos(),
					this.properties.getSession().isNoLocal() && !filter.isShared(), false,
					Demand.Retained.UNSPECIFIED));
		}
		return demands;
	}

	private TopicFilter filter(String key, @Nullable String filter) {
		if (filter == null) {
			throw new MqttConfigurationException(this.prefix + key + ".filter", "is missing", "Set a topic filter.");
		}
		try {
			return TopicFilter.of(filter);
		}
		catch (InvalidTopicFilterException ex) {
			throw new MqttConfigurationException(this.prefix + key + ".filter",
					"is '" + filter + "': " + ex.getReason(), "Set a topic filter, for example sensors/+/temperature.");
		}
	}

	private void checkQos(String key, int qos) {
		if (qos < 0 || qos > 2) {
			throw new MqttConfigurationException(this.prefix + key, "is " + qos, "Set it to 0, 1 or 2.");
		}
	}

	private void checkAtLeast(String key, int value, int least) {
		if (value < least) {
			throw new MqttConfigurationException(this.prefix + key, "is " + value, "Set it to " + least + " or more.");
		}
	}

	private void checkPositive(String key, Duration value) {
		if (value.isNegative() || value.isZero()) {
			throw new MqttConfigurationException(this.prefix + key, "is " + value, "Set it to more than 0.");
		}
	}

	/**
	 * What the settings check themselves begins its message with the key, with or without
	 * the prefix.
	 */
	private <T> T checked(String group, Supplier<T> settings) {
		try {
			return settings.get();
		}
		catch (IllegalArgumentException ex) {
			String message = String.valueOf(ex.getMessage());
			Matcher named = NAMED_KEY.matcher(message);
			if (named.matches()) {
				String key = named.group(1);
				throw new MqttConfigurationException(key.startsWith(this.prefix) ? key : this.prefix + key,
						named.group(2), "Change the value.");
			}
			// Of a customizer, for example.
			throw new MqttConfigurationException(this.prefix + group + ".*", "is refused: " + message,
					"Change the value that is named, or what a MqttSessionCustomizer makes of it.");
		}
	}

	private int maxPayloadSize() {
		DataSize size = this.properties.getSession().getMaxPayloadSize();
		if (size.toBytes() > Integer.MAX_VALUE) {
			throw new MqttConfigurationException(this.prefix + "session.max-payload-size", "is " + size,
					"Set it to less than 2GB.");
		}
		return (int) size.toBytes();
	}

	private @Nullable SslBundle bundle(MqttConnectionDetails details) {
		try {
			return details.getSslBundle();
		}
		catch (NoSuchSslBundleException ex) {
			String name = ex.getBundleName();
			throw new MqttConfigurationException(this.prefix + "ssl.bundle",
					"is '" + name + "', but there is no SSL bundle of that name",
					"Define it, under spring.ssl.bundle.pem." + name + " or spring.ssl.bundle.jks." + name
							+ ", or correct the name.");
		}
	}

}
