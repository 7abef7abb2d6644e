package io.gobridge.mqtt.publish;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;

/**
 * Publishes over one session; there is one template per session. Converts and checks on
 * the calling thread and leaves the rest to {@link OutboundMessages}.
 */
public final class MqttTemplate implements MqttOperations {

	private final OutboundMessages messages;

	private final PublishAssembly assembly;

	/**
	 * Creates the template of a session.
	 * @param messages what sends the messages of that session
	 * @param converter converts payloads that are neither bytes nor text
	 */
	public MqttTemplate(OutboundMessages messages, MessageConverter converter) {
		this.messages = messages;
		this.assembly = new PublishAssembly(converter);
	}

	@Override
	public CompletableFuture<PublishResult> publish(String topic, @Nullable Object payload, PublishOptions options) {
		OutboundPublish publish;
		try {
			publish = this.assembly.assemble(topic, payload, options);
		}
		catch (MqttPublishException ex) {
			return this.messages.refuse(ex);
		}
		return this.messages.send(publish, options.timeout());
	}

	/**
	 * Returns what was published over this session.
	 * @return the statistics, which follow what happens
	 */
	public PublishStatistics statistics() {
		return this.messages.statistics();
	}

}
