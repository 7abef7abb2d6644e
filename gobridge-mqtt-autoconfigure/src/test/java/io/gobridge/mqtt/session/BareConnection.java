package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A connection on which nothing is expected: a double takes the packets that its test is
 * about, and any other one fails the test.
 */
public interface BareConnection extends BrokerConnection {

	@Override
	default boolean pubAck(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("PUBACK");
	}

	@Override
	default boolean pubRec(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("PUBREC");
	}

	@Override
	default void pubComp(int packetId, int reasonCode) {
		throw new UnsupportedOperationException("PUBCOMP");
	}

	@Override
	default void pubRel(int packetId) {
		throw new UnsupportedOperationException("PUBREL");
	}

	@Override
	default CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters,
			int subscriptionIdentifier) {
		throw new UnsupportedOperationException("SUBSCRIBE");
	}

	@Override
	default CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
		throw new UnsupportedOperationException("UNSUBSCRIBE");
	}

	@Override
	default boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
		throw new UnsupportedOperationException("PUBLISH");
	}

	@Override
	default int sizeOf(OutboundPublish publish) {
		throw new UnsupportedOperationException("PUBLISH");
	}

	@Override
	default void close(Duration bound, int reasonCode) {
		throw new UnsupportedOperationException("DISCONNECT");
	}

}
