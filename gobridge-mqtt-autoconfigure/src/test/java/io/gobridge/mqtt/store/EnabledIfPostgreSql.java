package io.gobridge.mqtt.store;

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
 * Skips a test class, with a reason, where no PostgreSQL is installed.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
@ExtendWith(EnabledIfPostgreSql.Installed.class)
public @interface EnabledIfPostgreSql {

	/**
	 * The condition behind the annotation.
	 */
	final class Installed implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			return PostgreSql.isInstalled() ? ConditionEvaluationResult.enabled("PostgreSQL is installed")
					: ConditionEvaluationResult.disabled("there is no initdb and pg_ctl in /usr/lib/postgresql/*/bin");
		}

	}

}
