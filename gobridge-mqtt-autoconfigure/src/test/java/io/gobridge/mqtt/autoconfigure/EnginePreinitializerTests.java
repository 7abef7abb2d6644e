package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

class EnginePreinitializerTests {

	@Test
	void isAmongThoseThatBootRuns() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(BackgroundPreinitializer.class))
			.hasAtLeastOneElementOfType(EnginePreinitializer.class);
	}

	@Test
	void leavesNoThreadAndNoFile() {
		Set<String> threads = threads();
		Path store = Path.of(new MqttProperties().getStore().getPath());
		boolean existed = Files.exists(store);
		new EnginePreinitializer().preinitialize();
		assertThat(threads()).isSubsetOf(threads);
		assertThat(Files.exists(store)).isEqualTo(existed);
	}

	private static Set<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("gobridge-mqtt"))
			.collect(Collectors.toSet());
	}

	// Boot ignores what it throws, and would be none the faster then.
	@Test
	void getsToItsEnd() {
		assertThatNoException().isThrownBy(new EnginePreinitializer()::preinitialize);
	}

}
