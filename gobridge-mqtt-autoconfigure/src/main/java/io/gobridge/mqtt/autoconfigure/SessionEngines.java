package io.gobridge.mqtt.autoconfigure;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.actuate.MqttSessionParts;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.ManagedSession;

/**
 * The engines of all sessions by the names of the sessions.
 */
final class SessionEngines implements AutoCloseable {

	private final Map<String, SessionEngine> engines;

	SessionEngines(Map<String, SessionEngine> engines) {
		this.engines = Collections.unmodifiableMap(new LinkedHashMap<>(engines));
	}

	SessionEngine get(String session) {
		SessionEngine engine = this.engines.get(session);
		if (engine == null) {
			throw new IllegalArgumentException("There is no session '" + session + "'");
		}
		return engine;
	}

	ManagedSession session(String name) {
		return get(name).session();
	}

	MqttTemplate template(String name) {
		return get(name).template();
	}

	Collection<SessionEngine> all() {
		return this.engines.values();
	}

	/**
	 * What health, meters and the endpoint look at.
	 */
	List<MqttSessionParts> parts(MqttRouteRegistry registry) {
		return all().stream()
			.map((engine) -> new MqttSessionParts(engine.session(), engine.router(), engine.reconciler(),
					engine.template().statistics(), registry, engine.ledger()))
			.toList();
	}

	@Override
	public void close() {
		all().forEach(SessionEngine::close);
	}

}
