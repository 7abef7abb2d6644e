package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether any session keeps something in the application's database.
 */
final class OnDatabaseStoreCondition extends SpringBootCondition {

	private static final List<String> KEYS = List.of("ledger.store", "dead-letter.store");

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("GoBridge MQTT database store");
		Binder binder = Binder.get(context.getEnvironment());
		List<String> prefixes = new ArrayList<>(List.of("gobridge.mqtt."));
		binder.bind("gobridge.mqtt.sessions", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet()
			.forEach((session) -> prefixes.add("gobridge.mqtt.sessions." + session + "."));
		for (String prefix : prefixes) {
			for (String key : KEYS) {
				if ("jdbc".equalsIgnoreCase(binder.bind(prefix + key, String.class).orElse("").trim())) {
					return ConditionOutcome.match(message.because(prefix + key + " is jdbc"));
				}
			}
		}
		return ConditionOutcome.noMatch(message.because("no store is jdbc"));
	}

}
