package io.gobridge.mqtt.sample.telemetry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips a test class, with a reason, where Chromium or its driver is not installed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(EnabledIfChromium.Installed.class)
@interface EnabledIfChromium {

	/**
	 * The condition behind the annotation.
	 */
	final class Installed implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			if (Chromium.browser() == null) {
				return ConditionEvaluationResult.disabled("chromium is not installed (Debian: apt install chromium)");
			}
			if (Chromium.driver() == null) {
				return ConditionEvaluationResult
					.disabled("chromedriver is not installed (Debian: apt install chromium-driver)");
			}
			return ConditionEvaluationResult.enabled("chromium and chromedriver are installed");
		}

	}

}
