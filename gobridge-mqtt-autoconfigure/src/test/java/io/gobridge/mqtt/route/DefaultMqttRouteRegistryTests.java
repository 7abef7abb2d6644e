package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of {@link DefaultMqttRouteRegistry}.
 */
class DefaultMqttRouteRegistryTests {

	private final DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of("default", "second"),
			"default");

	private final Recorder listener = new Recorder();

	@Test
	void collectsUntilAListenerIsAttached() {
		CompletableFuture<Void> registered = this.registry.register(route("a").build());
		this.registry.register(route("b").session("second").build());
		this.registry.register(route("c").autoStartup(false).build());
		assertThat(registered).isNotDone();
		assertThat(this.registry.routes()).extracting(MqttRouteSnapshot::id).containsExactly("a", "b", "c");
		assertThat(this.registry.routes()).extracting(MqttRouteSnapshot::session)
			.containsExactly("default", "second", "default");
		assertThat(this.registry.routes()).extracting(MqttRouteSnapshot::state)
			.containsExactly(RouteState.RUNNING, RouteState.RUNNING, RouteState.PAUSED);
		assertThat(this.registry.routes("second")).extracting(Route::id).containsExactly("b");
		this.registry.attach("default", this.listener);
		assertThat(this.listener.calls).containsExactly("registered a RUNNING", "registered c PAUSED");
		assertThat(registered).isNotDone();
		this.listener.completeAll();
		assertThat(registered).isCompleted();
	}

	@Test
	void tellsTheListenerInOrderAndAnswersWhenItHasFinished() {
		this.registry.attach("default", this.listener);
		CompletableFuture<Void> registered = this.registry.register(route("a").build());
		CompletableFuture<Void> paused = this.registry.pause("a");
		assertThat(this.registry.routes()).extracting(MqttRouteSnapshot::state).containsExactly(RouteState.PAUSED);
		CompletableFuture<Void> again = this.registry.pause("a");
		CompletableFuture<Void> resumed = this.registry.resume("a");
		CompletableFuture<Void> unregistered = this.registry.unregister("a");
		assertThat(this.listener.calls).containsExactly("registered a RUNNING", "paused a PAUSED", "resumed a RUNNING",
				"unregistered a STOPPED");
		assertThat(this.registry.routes()).isEmpty();
		assertThat(again).isCompleted();
		assertThat(List.of(registered, paused, resumed, unregistered)).noneMatch(CompletableFuture::isDone);
		this.listener.completeAll();
		assertThat(List.of(registered, paused, resumed, unregistered)).allMatch(CompletableFuture::isDone);
	}

	@Test
	void aFutureThatACallerCompletesDoesNotReachTheEngine() {
		this.registry.attach("default", this.listener);
		this.registry.register(route("a").build()).cancel(true);
		assertThat(this.listener.futures).singleElement().satisfies((future) -> assertThat(future).isNotDone());
	}

	@Test
	void failsTheRegistrationThatTheListenerFails() {
		CompletableFuture<Void> early = this.registry.register(route("a").build());
		this.registry.attach("default", this.listener);
		CompletableFuture<Void> late = this.registry.register(route("b").build());
		this.listener.futures.forEach((future) -> future.completeExceptionally(new IllegalStateException("refused")));
		assertThat(early).isCompletedExceptionally();
		assertThat(late).isCompletedExceptionally();
		assertThat(this.registry.routes()).hasSize(2);
	}

	@Test
	void changesBeforeAnyListenerAreInEffectAtOnce() {
		CompletableFuture<Void> registered = this.registry.register(route("a").build());
		this.registry.register(route("b").build());
		assertThat(this.registry.pause("b")).isCompleted();
		assertThat(this.registry.unregister("a")).isCompleted();
		assertThat(registered).isCompletedExceptionally();
		this.registry.attach("default", this.listener);
		assertThat(this.listener.calls).containsExactly("registered b PAUSED");
	}

	@Test
	void refusesASecondRouteOfAnId() {
		this.registry.register(route("a").description("of bean 'x'").build());
		assertThatExceptionOfType(DuplicateRouteException.class)
			.isThrownBy(() -> this.registry.register(route("a").session("second").description("of bean 'y'").build()))
			.satisfies((ex) -> {
				assertThat(ex.id()).isEqualTo("a");
				assertThat(ex.existing()).isEqualTo("'a' of bean 'x'");
				assertThat(ex.rejected()).isEqualTo("'a' of bean 'y'");
			});
		this.registry.unregister("a");
		this.registry.register(route("a").build());
		assertThat(this.registry.routes()).hasSize(1);
	}

	@Test
	void refusesAnUnknownSession() {
		assertThatExceptionOfType(UnknownSessionException.class)
			.isThrownBy(() -> this.registry.register(route("a").session("third").build()))
			.satisfies((ex) -> {
				assertThat(ex.route()).isEqualTo("'a'");
				assertThat(ex.session()).isEqualTo("third");
				assertThat(ex.known()).containsExactly("default", "second");
			});
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.attach("third", this.listener));
	}

	@Test
	void refusesAnUnknownId() {
		assertThatExceptionOfType(UnknownRouteException.class).isThrownBy(() -> this.registry.pause("a"))
			.satisfies((ex) -> assertThat(ex.id()).isEqualTo("a"));
		assertThatExceptionOfType(UnknownRouteException.class).isThrownBy(() -> this.registry.resume("a"));
		assertThatExceptionOfType(UnknownRouteException.class).isThrownBy(() -> this.registry.unregister("a"));
	}

	@Test
	void hasOneListenerPerSessionUntilItIsDetached() {
		this.registry.attach("default", this.listener);
		assertThatIllegalStateException().isThrownBy(() -> this.registry.attach("default", this.listener));
		this.registry.register(route("a").build());
		this.registry.detach("default");
		this.registry.pause("a");
		this.registry.attach("default", this.listener);
		assertThat(this.listener.calls).containsExactly("registered a RUNNING", "registered a PAUSED");
	}

	private static MqttRouteDefinitionBuilder route(String id) {
		return MqttRouteDefinition.builder(id).topic("t/" + id).handler((delivery) -> {
		});
	}

	private static final class Recorder implements RouteRegistryListener {

		private final List<String> calls = new ArrayList<>();

		private final List<CompletableFuture<Void>> futures = new ArrayList<>();

		private void completeAll() {
			this.futures.forEach((future) -> future.complete(null));
		}

		private CompletableFuture<Void> record(String call, Route route) {
			this.calls.add(call + " " + route.id() + " " + route.state());
			CompletableFuture<Void> future = new CompletableFuture<>();
			this.futures.add(future);
			return future;
		}

		@Override
		public CompletableFuture<Void> registered(Route route) {
			return record("registered", route);
		}

		@Override
		public CompletableFuture<Void> unregistered(Route route) {
			return record("unregistered", route);
		}

		@Override
		public CompletableFuture<Void> paused(Route route) {
			return record("paused", route);
		}

		@Override
		public CompletableFuture<Void> resumed(Route route) {
			return record("resumed", route);
		}

	}

}
