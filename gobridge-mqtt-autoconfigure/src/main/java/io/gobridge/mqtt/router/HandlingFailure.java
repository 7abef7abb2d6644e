package io.gobridge.mqtt.router;

import io.gobridge.mqtt.deadletter.DeadLetterCode;
import io.gobridge.mqtt.route.MqttConversionException;
import io.gobridge.mqtt.route.PayloadValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Why a route has given a delivery up.
 *
 * @param code the kind of failure
 * @param what what happened, for the log
 * @param cause the last exception, or {@code null}
 * @param reason what the handler said when it rejected the delivery, or {@code null}
 */
record HandlingFailure(DeadLetterCode code, String what, @Nullable Throwable cause, @Nullable String reason) {

	static HandlingFailure of(Throwable failure) {
		if (failure instanceof MqttConversionException) {
			return new HandlingFailure(DeadLetterCode.CONVERSION_FAILED, "the payload could not be converted", failure,
					null);
		}
		if (failure instanceof PayloadValidationException) {
			return new HandlingFailure(DeadLetterCode.VALIDATION_FAILED, "the payload is not valid", failure, null);
		}
		return new HandlingFailure(DeadLetterCode.HANDLER_FAILED, "the handler failed", failure, null);
	}

	static HandlingFailure rejected(String reason) {
		return new HandlingFailure(DeadLetterCode.REJECTED, "rejected: " + reason, null, reason);
	}

	static HandlingFailure leftByHandler() {
		return new HandlingFailure(DeadLetterCode.REJECTED, "left to the broker by the handler", null, null);
	}

}
