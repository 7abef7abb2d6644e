package io.gobridge.mqtt.actuate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.topic.InvalidTopicFilterException;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;

/**
 * Tells a session in {@code MIGRATION_REQUIRED} what the broker holds.
 */
final class BaselineOperation {

	private static final Logger logger = LoggerFactory.getLogger(BaselineOperation.class);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int CONFLICT = 409;

	private static final String FORM = "filters has to be an array of topic filters, as in {\"filters\": [\"a/#\"]}, or, "
			+ "with WebFlux or Jersey, that array as a text, as in {\"filters\": \"[\\\"a/#\\\"]\"}";

	private final MqttSessionParts parts;

	BaselineOperation(MqttSessionParts parts) {
		this.parts = parts;
	}

	WebEndpointResponse<Object> run(String filters) {
		List<TopicFilter> baseline;
		try {
			baseline = parse(filters).stream().map(TopicFilter::of).distinct().toList();
		}
		catch (InvalidTopicFilterException ex) {
			return message(WebEndpointResponse.STATUS_BAD_REQUEST, ex.getMessage());
		}
		catch (JsonParseException ex) {
			return message(WebEndpointResponse.STATUS_BAD_REQUEST, FORM);
		}
		SessionLedger ledger = this.parts.ledger();
		SessionState state = this.parts.session().state();
		if (ledger == null || state != SessionState.MIGRATION_REQUIRED) {
			return message(CONFLICT, "The session is " + state + ", not MIGRATION_REQUIRED: its history is its own");
		}
		return record(ledger, baseline);
	}

	/**
	 * Takes nothing but an array of texts: a filter that was not meant would be looked
	 * for at the broker, and another one be missed.
	 */
	private static List<String> parse(String filters) {
		if (!filters.strip().startsWith("[")) {
			throw new JsonParseException();
		}
		List<String> texts = new ArrayList<>();
		for (@Nullable
		Object filter : JsonParserFactory.getJsonParser().parseList(filters.strip())) {
			if (!(filter instanceof String text)) {
				throw new JsonParseException();
			}
			texts.add(text);
		}
		return texts;
	}

	private WebEndpointResponse<Object> record(SessionLedger ledger, List<TopicFilter> baseline) {
		try {
			ledger.baseline(baseline).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			return unavailable((ex.getCause() != null) ? ex.getCause().getMessage() : ex.getMessage());
		}
		catch (TimeoutException ex) {
			return unavailable("The ledger was not written within " + PATIENCE + "; ask again");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return unavailable("Interrupted; ask again");
		}
		List<String> recorded = baseline.stream().map(TopicFilter::value).toList();
		logger.info("Session '{}': an operator has recorded the baseline {}", this.parts.name(), recorded);
		// What comes of it is seen in the state of the session.
		this.parts.session().reconnect();
		return new WebEndpointResponse<>(
				Map.of("session", this.parts.name(), "baseline", recorded, "reconnect", "REQUESTED"), 202);
	}

	private static WebEndpointResponse<Object> unavailable(@Nullable String message) {
		return message(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, message);
	}

	private static WebEndpointResponse<Object> message(int status, @Nullable String message) {
		return new WebEndpointResponse<>(Map.of("message", String.valueOf(message)), status);
	}

}
