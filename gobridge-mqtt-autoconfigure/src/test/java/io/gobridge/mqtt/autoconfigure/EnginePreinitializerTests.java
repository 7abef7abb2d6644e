package io.gobridge.mqtt.autoconfigure;

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

	// Boot ignores what it throws, and would be none the faster then.
	@Test
	void getsToItsEnd() {
		assertThatNoException().isThrownBy(new EnginePreinitializer()::preinitialize);
	}

}
