package io.gobridge.mqtt.router;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names of {@code gobridge.mqtt.receive}: one observation for every attempt of a handler.
 * A topic is no low cardinality value.
 */
public interface MqttReceiveObservationConvention extends ObservationConvention<MqttReceiveContext> {

	/** Route and session; the topic only in traces. */
	MqttReceiveObservationConvention DEFAULT = new MqttReceiveObservationConvention() {
	};

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof MqttReceiveContext;
	}

	@Override
	default String getName() {
		return "gobridge.mqtt.receive";
	}

	@Override
	default String getContextualName(MqttReceiveContext context) {
		return context.route() + " receive";
	}

	@Override
	default KeyValues getLowCardinalityKeyValues(MqttReceiveContext context) {
		return KeyValues.of("route", context.route(), "session", context.delivery().session());
	}

	@Override
	default KeyValues getHighCardinalityKeyValues(MqttReceiveContext context) {
		return KeyValues.of("messaging.destination.name", context.delivery().topic());
	}

}
