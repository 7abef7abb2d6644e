package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.auth.SubscriptionAuthorizer;
import com.hivemq.extension.sdk.api.packets.subscribe.SubackReasonCode;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttSubscriptionRefusedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A broker that refuses a subscription for a while.
 */
@Timeout(90)
class RefusedOnHiveMqTests {

	@Test
	void caseB35TheOthersWorkAndTheRefusedOneFollowsWhenItIsAllowed() {
		Authorization authorization = new Authorization();
		List<String> received = new CopyOnWriteArrayList<>();
		try (HiveMqBroker broker = HiveMqBroker.builder().inMemory().extension(authorization).start();
				Engines engine = Engines.create(broker.url(), "refused", UnaryOperator.identity(),
						collect("a", received), collect("forbidden", received), collect("z", received))) {
			engine.start();
			await().atMost(Duration.ofSeconds(30)).until(() -> engine.session().state() == SessionState.DEGRADED);
			await().untilAsserted(
					() -> assertThat(engine.events).filteredOn(MqttSubscriptionRefusedEvent.class::isInstance)
						.singleElement()
						.satisfies((event) -> {
							MqttSubscriptionRefusedEvent refused = (MqttSubscriptionRefusedEvent) event;
							assertThat(refused.filter()).isEqualTo("forbidden/#");
							assertThat(refused.reasonCode()).isEqualTo(0x87);
							assertThat(refused.reasonString()).contains("not for you");
							assertThat(refused.routes()).containsExactly("forbidden");
							assertThat(refused.getSource()).isSameAs(engine.session());
						}));
			try (TestClient peer = TestClient.connect(broker.port())) {
				peer.publish("a/x", 1, "a");
				peer.publish("z/x", 1, "z");
				await().until(() -> received.containsAll(List.of("a", "z")));
				authorization.allowed.set(true);
				engine.awaitActive();
				peer.publish("forbidden/x", 1, "at last");
				await().until(() -> received.contains("at last"));
			}
			assertThat(engine.session().snapshot().reconnects()).isZero();
			assertThat(engine.engine().reconciler().refusedCount()).isEqualTo(1);
		}
	}

	private static MqttRouteDefinition collect(String id, List<String> into) {
		return MqttRouteDefinition.builder(id)
			.topic(id + "/#")
			.handler((delivery) -> into.add(new String(delivery.payload(), StandardCharsets.UTF_8)))
			.build();
	}

	private static final class Authorization implements ExtensionMain {

		private final AtomicBoolean allowed = new AtomicBoolean();

		@Override
		public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
			SubscriptionAuthorizer authorizer = (in, out) -> {
				if (in.getSubscription().getTopicFilter().startsWith("forbidden") && !this.allowed.get()) {
					out.failAuthorization(SubackReasonCode.NOT_AUTHORIZED, "not for you");
				}
				else {
					out.authorizeSuccessfully();
				}
			};
			Services.securityRegistry().setAuthorizerProvider((provider) -> authorizer);
		}

		@Override
		public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
			// Nothing to give back.
		}

	}

}
