package io.gobridge.mqtt.test;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import com.hivemq.extension.sdk.api.services.publish.Publish;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import com.hivemq.extension.sdk.api.services.session.SessionInformation;
import com.hivemq.extension.sdk.api.services.subscription.SubscriptionStore;
import org.jspecify.annotations.Nullable;

/**
 * The extension that a {@link MqttTestBroker} runs inside HiveMQ, and through which it
 * publishes and looks around.
 */
final class BrokerServices implements ExtensionMain {

	private final PublishCapture capture;

	private volatile @Nullable Running running;

	BrokerServices(PublishCapture capture) {
		this.capture = capture;
	}

	@Override
	public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
		Services.initializerRegistry()
			.setClientInitializer((client, context) -> context.addPublishInboundInterceptor(this.capture));
		// The class Services belongs to the broker that was started last, so what this
		// broker offers has to be kept now.
		this.running = new Running(Services.publishService(), Services.clientService(), Services.subscriptionStore());
	}

	@Override
	public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
		this.running = null;
	}

	CompletableFuture<Void> publish(TestMessage message) {
		var builder = Builders.publish();
		message.applyTo(builder);
		Publish publish = builder.build();
		return running().publishService().publish(publish);
	}

	CompletableFuture<Void> forEachSession(Consumer<SessionInformation> consumer) {
		return running().clientService().iterateAllClients((context, session) -> consumer.accept(session));
	}

	CompletableFuture<Boolean> disconnect(String clientId) {
		return running().clientService().disconnectClient(clientId, false);
	}

	CompletableFuture<Void> forEachSubscriber(String topic, Consumer<String> clientId) {
		return running().subscriptionStore()
			.iterateAllSubscribersForTopic(topic, (context, subscriber) -> clientId.accept(subscriber.getClientId()));
	}

	private Running running() {
		Running current = this.running;
		if (current == null) {
			throw new IllegalStateException("The broker is not running");
		}
		return current;
	}

	private record Running(PublishService publishService, ClientService clientService,
			SubscriptionStore subscriptionStore) {

	}

}
