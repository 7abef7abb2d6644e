package io.gobridge.mqtt.actuate;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.store.StoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code mqttdeadletters}: the dead letters of all stores that can be looked
 * into. What a message says is only shown where {@code show-values} allows it. Reads the
 * stores, and so may block for as long as they do.
 */
@WebEndpoint(id = "mqttdeadletters")
public final class MqttDeadLettersEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_LIMIT = 1000;

	private static final int BAD_REQUEST = WebEndpointResponse.STATUS_BAD_REQUEST;

	private static final int UNAVAILABLE = WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE;

	private final DeadLetterCatalog catalog;

	private final DeadLetterDescriber describer;

	private final DeadLetterRedriver redriver;

	private final Show showValues;

	private final Set<String> roles;

	/**
	 * Creates the endpoint.
	 * @param stores the stores that can be looked into, each once
	 * @param redrives gives a dead letter to its route, by the name of the session
	 * @param patience how long a caller waits for the handler
	 * @param sanitizers decide what is shown of values
	 * @param showValues whether values are shown at all
	 * @param roles to whom, where only to some
	 */
	public MqttDeadLettersEndpoint(Collection<DeadLetterStore> stores, Map<String, Redrive> redrives, Duration patience,
			Iterable<SanitizingFunction> sanitizers, Show showValues, Set<String> roles) {
		this.catalog = new DeadLetterCatalog(stores);
		this.describer = new DeadLetterDescriber(sanitizers);
		this.redriver = new DeadLetterRedriver(redrives, patience);
		this.showValues = showValues;
		this.roles = Set.copyOf(roles);
	}

	/**
	 * Lists dead letters without their messages, oldest failure first.
	 * @param after the identifier of the last one of the page before
	 * @param limit how many at most, 100 where it is left out
	 * @return 200 with {@code deadLetters} and {@code next}, which is the {@code after}
	 * of the next page or {@code null}; 400 for a limit that is none; 503 where a store
	 * can not be read
	 */
	@ReadOperation
	public WebEndpointResponse<Object> list(@Nullable String after, @Nullable Integer limit) {
		int size = (limit != null) ? limit : DEFAULT_LIMIT;
		if (size < 1 || size > MAX_LIMIT) {
			return message(BAD_REQUEST, "limit is " + size + "; it may be 1 to " + MAX_LIMIT);
		}
		return guarded(() -> new WebEndpointResponse<>(this.describer.page(this.catalog.list(after, size + 1), size)));
	}

	/**
	 * Shows one dead letter with its message.
	 * @param security who asks
	 * @param id the identifier of the dead letter
	 * @return 200 with the dead letter, 404 where there is none, 503 where a store can
	 * not be read
	 */
	@ReadOperation
	public WebEndpointResponse<Object> show(SecurityContext security, @Selector String id) {
		boolean shown = this.showValues.isShown(security, this.roles);
		return guarded(() -> this.catalog.find(id)
			.map((found) -> new WebEndpointResponse<Object>(this.describer.describe(found.deadLetter(), shown)))
			.orElseGet(MqttDeadLettersEndpoint::notFound));
	}

	/**
	 * Gives a dead letter to the handler that its route has now, and deletes it when it
	 * was handled.
	 * @param id the identifier of the dead letter
	 * @param action {@code redrive}
	 * @return 200 when it was handled and deleted; 202 when the handler has not ended in
	 * time, and the record is deleted if it ends well; 404 where there is no such dead
	 * letter or action; 409 when it was not handled, and the record stays; 503 where a
	 * store can not be read or written
	 */
	@WriteOperation
	public WebEndpointResponse<Object> act(@Selector String id, @Selector String action) {
		if (!"redrive".equals(action)) {
			return notFound();
		}
		return guarded(() -> this.catalog.find(id).map(this::redrive).orElseGet(MqttDeadLettersEndpoint::notFound));
	}

	private WebEndpointResponse<Object> redrive(DeadLetterCatalog.Found found) {
		DeadLetter deadLetter = found.deadLetter();
		DeadLetterRedriver.Outcome outcome = this.redriver.redrive(found);
		Map<String, Object> body = new LinkedHashMap<>();
		body.put("id", deadLetter.id());
		body.put("redrive", outcome.result().name());
		if (outcome.message() != null) {
			body.put("message", outcome.message());
		}
		return new WebEndpointResponse<>(body, switch (outcome.result()) {
			case HANDLED -> WebEndpointResponse.STATUS_OK;
			case RUNNING -> 202;
			case FAILED -> 409;
			case NOT_DELETED -> UNAVAILABLE;
		});
	}

	/**
	 * Deletes a dead letter.
	 * @param id the identifier of the dead letter
	 * @return 204, 404 where there is none, 503 where a store can not be written
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> delete(@Selector String id) {
		return guarded(() -> this.catalog.delete(id) ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT)
				: notFound());
	}

	private static WebEndpointResponse<Object> guarded(Supplier<WebEndpointResponse<Object>> operation) {
		try {
			return operation.get();
		}
		catch (StoreException ex) {
			return message(UNAVAILABLE, ex.getMessage());
		}
	}

	private static WebEndpointResponse<Object> message(int status, @Nullable String message) {
		return new WebEndpointResponse<>(Map.of("message", String.valueOf(message)), status);
	}

	private static WebEndpointResponse<Object> notFound() {
		return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

}
