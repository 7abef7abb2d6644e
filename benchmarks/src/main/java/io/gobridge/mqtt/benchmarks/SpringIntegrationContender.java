package io.gobridge.mqtt.benchmarks;

import java.util.Objects;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.IntegrationMessageHeaderAccessor;
import org.springframework.integration.acks.SimpleAcknowledgment;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.mqtt.inbound.Mqttv5PahoMessageDrivenChannelAdapter;
import org.springframework.messaging.MessageHandler;

/**
 * Spring Integration's message-driven adapter for MQTT 5 with everything left at its
 * default: payload as bytes, headers mapped, a direct channel behind it whose subscriber
 * is the handler.
 */
final class SpringIntegrationContender implements Contender {

	private static final long STOP_TIMEOUT_MILLIS = 200;

	private final Acknowledging acknowledging;

	private SpringIntegrationContender(Acknowledging acknowledging) {
		this.acknowledging = acknowledging;
	}

	/** Acknowledged by the client when the channel has returned. */
	static Contender automatic() {
		return new SpringIntegrationContender(Acknowledging.AUTOMATIC);
	}

	/** Acknowledged by the handler, through the callback in the message's header. */
	static Contender manual() {
		return new SpringIntegrationContender(Acknowledging.MANUAL);
	}

	@Override
	public String id() {
		return this.acknowledging.id;
	}

	@Override
	public Connection start(Broker broker, Tally tally) {
		DirectChannel channel = new DirectChannel();
		channel.subscribe(this.acknowledging.handler(tally));
		MqttConnectionOptions options = PahoContender.options(broker);
		options.setAutomaticReconnect(true);
		Mqttv5PahoMessageDrivenChannelAdapter adapter = new Mqttv5PahoMessageDrivenChannelAdapter(options,
				"bench-" + id(), Workload.FILTER);
		adapter.setPersistence(new MemoryPersistence());
		adapter.setQos(broker.qos());
		adapter.setManualAcks(this.acknowledging == Acknowledging.MANUAL);
		adapter.setOutputChannel(channel);
		// Stopping always takes this long, 5 s by default: nobody completes what it waits
		// for.
		adapter.setDisconnectCompletionTimeout(STOP_TIMEOUT_MILLIS);
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(Integration.class);
		context.registerBean("channel", DirectChannel.class, () -> channel);
		context.registerBean("adapter", Mqttv5PahoMessageDrivenChannelAdapter.class, () -> adapter);
		context.refresh();
		return context::close;
	}

	/** Who acknowledges a message. */
	private enum Acknowledging {

		AUTOMATIC("spring-integration") {

			@Override
			MessageHandler handler(Tally tally) {
				return (message) -> tally.received((byte[]) message.getPayload());
			}

		},

		MANUAL(Contenders.SPRING_INTEGRATION_MANUAL) {

			@Override
			MessageHandler handler(Tally tally) {
				return (message) -> {
					tally.received((byte[]) message.getPayload());
					SimpleAcknowledgment acknowledgment = message.getHeaders()
						.get(IntegrationMessageHeaderAccessor.ACKNOWLEDGMENT_CALLBACK, SimpleAcknowledgment.class);
					Objects.requireNonNull(acknowledgment).acknowledge();
				};
			}

		};

		private final String id;

		Acknowledging(String id) {
			this.id = id;
		}

		abstract MessageHandler handler(Tally tally);

	}

	@Configuration(proxyBeanMethods = false)
	@EnableIntegration
	static class Integration {

	}

}
