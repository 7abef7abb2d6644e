package io.gobridge.mqtt.actuate;

import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.deadletter.EmbeddedDeadLetterStore;
import io.gobridge.mqtt.store.EmbeddedStore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MqttDeadLettersEndpoint}.
 */
@Timeout(30)
class MqttDeadLettersEndpointTests {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path temporary;

	@SuppressWarnings("NullAway.Init")
	private EmbeddedStore embedded;

	@SuppressWarnings("NullAway.Init")
	private EmbeddedStore other;

	@SuppressWarnings("NullAway.Init")
	private DeadLetterStore store;

	@SuppressWarnings("NullAway.Init")
	private DeadLetterStore otherStore;

	private final List<String> redriven = new ArrayList<>();

	private CompletableFuture<Void> handling = CompletableFuture.completedFuture(null);

	@BeforeEach
	void open() {
		this.embedded = new EmbeddedStore(this.temporary.resolve("one"));
		this.other = new EmbeddedStore(this.temporary.resolve("other"));
		this.store = new EmbeddedDeadLetterStore(this.embedded, 100);
		this.otherStore = new EmbeddedDeadLetterStore(this.other, 100);
	}

	@AfterEach
	void close() {
		this.embedded.close();
		this.other.close();
	}

	@Test
	void listsAllStoresByTheTimeOfTheFailureInPages() {
		for (int second = 0; second < 5; second++) {
			((second % 2 == 0) ? this.store : this.otherStore).write(KeptMessage.deadLetter("a", second)).join();
		}
		JsonNode first = json(endpoint().list(null, 2));
		assertThat(topics(first)).containsExactly("t/0", "t/1");
		JsonNode second = json(endpoint().list(first.path("next").asString(), 2));
		assertThat(topics(second)).containsExactly("t/2", "t/3");
		JsonNode last = json(endpoint().list(second.path("next").asString(), 2));
		assertThat(topics(last)).containsExactly("t/4");
		assertThat(last.path("next").isNull()).isTrue();
		assertThat(topics(json(endpoint().list(null, null)))).hasSize(5);
		JsonNode entry = last.path("deadLetters").get(0);
		assertThat(entry.path("code").asString()).isEqualTo("HANDLER_FAILED");
		assertThat(entry.path("route").asString()).isEqualTo("route");
		assertThat(entry.path("exceptionClass").asString()).isEqualTo("java.lang.IllegalStateException");
		assertThat(entry.path("failedAt").asString()).isEqualTo("2026-05-01T10:15:34Z");
		assertThat(entry.has("payload")).isFalse();
	}

	@Test
	void refusesALimitThatIsNone() {
		assertThat(endpoint().list(null, 0).getStatus()).isEqualTo(400);
		assertThat(endpoint().list(null, 1001).getStatus()).isEqualTo(400);
	}

	@Test
	void showsNoValuesUnlessTheyMayBeShown() {
		DeadLetter deadLetter = write(1);
		JsonNode hidden = json(endpoint().show(SecurityContext.NONE, deadLetter.id()));
		assertThat(hidden.toString()).doesNotContain("hush", "AQID");
		assertThat(hidden.path("payload").asString()).isEqualTo("******");
		assertThat(hidden.path("correlationData").asString()).isEqualTo("******");
		assertThat(hidden.path("userProperties").get(0).path("name").asString()).isEqualTo("password");
		assertThat(hidden.path("userProperties").get(0).path("value").asString()).isEqualTo("******");
		assertThat(hidden.path("contentType").asString()).isEqualTo("text/plain");
		JsonNode shown = json(endpoint(Show.ALWAYS).show(SecurityContext.NONE, deadLetter.id()));
		assertThat(shown.path("payload").asString()).isEqualTo("hush");
		assertThat(shown.path("payloadEncoding").asString()).isEqualTo("utf-8");
		assertThat(shown.path("correlationData").asString()).isEqualTo("AQID");
		assertThat(shown.path("userProperties")).hasSize(3);
		assertThat(shown.path("messageExpiry").asString()).isEqualTo("PT1M30S");
	}

	@Test
	void showsWhatIsNoTextInBase64() {
		DeadLetter deadLetter = KeptMessage.deadLetter("a", 1, new byte[] { (byte) 0xFF, 0 });
		this.store.write(deadLetter).join();
		JsonNode shown = json(endpoint(Show.ALWAYS).show(SecurityContext.NONE, deadLetter.id()));
		assertThat(shown.path("payload").asString()).isEqualTo("/wA=");
		assertThat(shown.path("payloadEncoding").asString()).isEqualTo("base64");
	}

	@Test
	void showsValuesToWhoeverHasTheRole() {
		DeadLetter deadLetter = write(1);
		MqttDeadLettersEndpoint endpoint = endpoint(Show.WHEN_AUTHORIZED);
		assertThat(json(endpoint.show(SecurityContext.NONE, deadLetter.id())).path("payload").asString())
			.isEqualTo("******");
		assertThat(json(endpoint.show(new User("operator"), deadLetter.id())).path("payload").asString())
			.isEqualTo("hush");
		assertThat(json(endpoint.show(new User("guest"), deadLetter.id())).path("payload").asString())
			.isEqualTo("******");
	}

	@Test
	void functionsOfTheApplicationSanitizeWhatIsShown() {
		DeadLetter deadLetter = write(1);
		SanitizingFunction function = SanitizingFunction.sanitizeValue().ifKeyContains("password");
		JsonNode shown = json(new MqttDeadLettersEndpoint(List.of(this.store), Map.of(), Duration.ofSeconds(5),
				List.of(function), Show.ALWAYS, Set.of())
			.show(SecurityContext.NONE, deadLetter.id()));
		assertThat(shown.path("userProperties").get(0).path("value").asString()).isEqualTo("******");
		assertThat(shown.path("userProperties").get(1).path("value").asString()).isEqualTo("1");
	}

	@Test
	void deletesWhatWasRedrivenAndHandled() {
		DeadLetter deadLetter = write(1);
		WebEndpointResponse<Object> response = endpoint().act(deadLetter.id(), "redrive");
		assertThat(response.getStatus()).isEqualTo(200);
		assertThat(json(response).path("redrive").asString()).isEqualTo("HANDLED");
		assertThat(this.redriven).containsExactly(deadLetter.id());
		assertThat(this.store.count()).isZero();
		assertThat(endpoint().act(deadLetter.id(), "redrive").getStatus()).isEqualTo(404);
	}

	@Test
	void keepsWhatWasNotHandled() {
		DeadLetter deadLetter = write(1);
		this.handling = CompletableFuture.failedFuture(new IllegalStateException("still broken"));
		WebEndpointResponse<Object> response = endpoint().act(deadLetter.id(), "redrive");
		assertThat(response.getStatus()).isEqualTo(409);
		assertThat(json(response).path("message").asString()).contains("still broken");
		assertThat(this.store.count()).isOne();
	}

	@Test
	void keepsWhatNoSessionOfThisApplicationHasReceived() {
		DeadLetter deadLetter = KeptMessage.deadLetter("elsewhere", 1);
		this.store.write(deadLetter).join();
		WebEndpointResponse<Object> response = endpoint().act(deadLetter.id(), "redrive");
		assertThat(response.getStatus()).isEqualTo(409);
		assertThat(json(response).path("message").asString()).contains("'elsewhere'");
	}

	@Test
	void doesNotWaitForeverAndDeletesWhatIsHandledInTheEnd() {
		DeadLetter deadLetter = write(1);
		this.handling = new CompletableFuture<>();
		MqttDeadLettersEndpoint endpoint = new MqttDeadLettersEndpoint(List.of(this.store), Map.of("a", this::redrive),
				Duration.ofMillis(20), List.of(), Show.NEVER, Set.of());
		assertThat(endpoint.act(deadLetter.id(), "redrive").getStatus()).isEqualTo(202);
		assertThat(endpoint.act(deadLetter.id(), "redrive").getStatus()).as("a second one meanwhile").isEqualTo(409);
		assertThat(this.redriven).hasSize(1);
		assertThat(this.store.count()).isOne();
		this.handling.complete(null);
		Awaitility.await().until(() -> this.store.count() == 0);
	}

	@Test
	void deletes() {
		DeadLetter deadLetter = write(1);
		assertThat(endpoint().delete(deadLetter.id()).getStatus()).isEqualTo(204);
		assertThat(endpoint().delete(deadLetter.id()).getStatus()).isEqualTo(404);
		assertThat(this.store.count()).isZero();
	}

	@Test
	void doesNotKnowOtherActionsAndIdentifiers() {
		DeadLetter deadLetter = write(1);
		assertThat(endpoint().act(deadLetter.id(), "forget").getStatus()).isEqualTo(404);
		assertThat(endpoint().act("unknown", "redrive").getStatus()).isEqualTo(404);
		assertThat(endpoint().show(SecurityContext.NONE, "unknown").getStatus()).isEqualTo(404);
	}

	@Test
	void saysThatAStoreCanNotBeRead() {
		this.embedded.close();
		assertThat(endpoint().list(null, null).getStatus()).isEqualTo(503);
		assertThat(json(endpoint().show(SecurityContext.NONE, "a")).path("message").asString()).contains("is closed");
		assertThat(endpoint().delete("a").getStatus()).isEqualTo(503);
	}

	private DeadLetter write(int second) {
		DeadLetter deadLetter = KeptMessage.deadLetter("a", second);
		this.store.write(deadLetter).join();
		return deadLetter;
	}

	private CompletableFuture<Void> redrive(DeadLetter deadLetter) {
		this.redriven.add(deadLetter.id());
		return this.handling;
	}

	private MqttDeadLettersEndpoint endpoint() {
		return endpoint(Show.NEVER);
	}

	private MqttDeadLettersEndpoint endpoint(Show showValues) {
		return new MqttDeadLettersEndpoint(List.of(this.store, this.otherStore), Map.of("a", this::redrive),
				Duration.ofSeconds(10), List.of(), showValues, Set.of("operator"));
	}

	private static JsonNode json(WebEndpointResponse<Object> response) {
		return JSON.valueToTree(Objects.requireNonNull(response.getBody()));
	}

	private static List<String> topics(JsonNode page) {
		return page.path("deadLetters").valueStream().map((entry) -> entry.path("topic").asString()).toList();
	}

	/**
	 * Somebody with a role.
	 *
	 * @param role the role
	 */
	private record User(String role) implements SecurityContext {

		@Override
		public @Nullable Principal getPrincipal() {
			return () -> "somebody";
		}

		@Override
		public boolean isUserInRole(String role) {
			return this.role.equals(role);
		}

	}

}
