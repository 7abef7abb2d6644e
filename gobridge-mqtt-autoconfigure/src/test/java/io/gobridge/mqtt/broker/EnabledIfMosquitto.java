package io.gobridge.mqtt.broker;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips a test class or method, with a reason, where no Mosquitto is installed.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
@ExtendWith(EnabledIfMosquitto.Installed.class)
public @interface EnabledIfMosquitto {

	/**
	 * The condition behind the annotation.
	 */
	final class Installed implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			return MosquittoBroker.available() ? ConditionEvaluationResult.enabled("mosquitto is installed")
					: ConditionEvaluationResult
						.disabled("mosquitto is neither on the PATH nor in /usr/sbin or /usr/local/sbin");
		}

	}

}
