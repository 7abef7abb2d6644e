package io.gobridge.mqtt.test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the newest messages that clients published. HiveMQ calls it on its own
 * threads, in order for each client, before it acknowledges a message or hands it on.
 */
final class PublishCapture implements PublishInboundInterceptor {

	private final int limit;

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<CapturedPublish> publishes = new ArrayDeque<>();

	PublishCapture(int limit) {
		this.limit = limit;
	}

	@Override
	public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
		add(capture(input.getClientInformation().getClientId(), input.getPublishPacket()));
	}

	void add(CapturedPublish publish) {
		this.lock.lock();
		try {
			if (this.publishes.size() == this.limit) {
				this.publishes.removeFirst();
			}
			this.publishes.addLast(publish);
		}
		finally {
			this.lock.unlock();
		}
	}

	List<CapturedPublish> find(Predicate<CapturedPublish> condition) {
		this.lock.lock();
		try {
			return this.publishes.stream().filter(condition).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	void clear() {
		this.lock.lock();
		try {
			this.publishes.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

	private static CapturedPublish capture(String clientId, PublishPacket packet) {
		List<UserProperties.Entry> properties = new ArrayList<>();
		packet.getUserProperties()
			.asList()
			.forEach((property) -> properties.add(new UserProperties.Entry(property.getName(), property.getValue())));
		byte[] payload = bytes(packet.getPayload());
		return new CapturedPublish(clientId, packet.getTopic(), (payload != null) ? payload : new byte[0],
				packet.getQos().getQosNumber(), packet.getRetain(), packet.getContentType().orElse(null),
				packet.getResponseTopic().orElse(null), bytes(packet.getCorrelationData()),
				packet.getMessageExpiryInterval().map(Duration::ofSeconds).orElse(null), UserProperties.of(properties));
	}

	private static byte @Nullable [] bytes(Optional<ByteBuffer> buffer) {
		if (buffer.isEmpty()) {
			return null;
		}
		ByteBuffer view = buffer.get().duplicate();
		byte[] bytes = new byte[view.remaining()];
		view.get(bytes);
		return bytes;
	}

}
