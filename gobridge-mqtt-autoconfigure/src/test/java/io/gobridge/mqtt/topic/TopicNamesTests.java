package io.gobridge.mqtt.topic;

import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link TopicNames}.
 */
class TopicNamesTests {

	static Stream<Arguments> invalid() {
		return Stream.of(arguments("B33", "", "it is empty"),
				arguments("B33", "a/+", "a topic to publish to must not contain the wildcard '+'"),
				arguments("B33", "a/#", "a topic to publish to must not contain the wildcard '#'"),
				arguments("B33", "a+b", "a topic to publish to must not contain the wildcard '+'"),
				arguments("B33", "${app.topic}/x", "it contains the unresolved placeholder '${app.topic}'"),
				arguments("4.7.3", "\0", "it contains the null character U+0000 at index 0"),
				arguments("1.5.4", "a/\udc00\ud800", "it cannot be encoded in UTF-8: unpaired surrogate at index 2"),
				arguments("4.7.3", "/".repeat(65_536), "it is 65536 bytes long in UTF-8, the limit is 65535"),
				arguments("4.8.2", "$share/g/x",
						"'$share/' is the prefix of a shared subscription, messages are published to the bare topic"));
	}

	@ParameterizedTest(name = "{0}: {2}")
	@MethodSource("invalid")
	void refusesWithTheExactReason(String section, String topic, String reason) {
		assertThatExceptionOfType(InvalidTopicNameException.class).as(section)
			.isThrownBy(() -> TopicNames.validate(topic))
			.satisfies((ex) -> {
				assertThat(ex.getTopic()).isEqualTo(topic);
				assertThat(ex.getReason()).isEqualTo(reason);
				assertThat(ex).hasMessage("Invalid topic name " + TopicSyntax.printable(topic) + ": " + reason);
			});
	}

	static Stream<String> valid() {
		return Stream.of("a", "/", "//", "a/", "/a", " ", "$SYS/x", "$shared/x", "$share", "plant/1/pump%207/state",
				"\u20ac/\ud83d\ude00", "{a}", "$", "x".repeat(65_535), "/".repeat(65_535));
	}

	@ParameterizedTest
	@MethodSource("valid")
	void accepts(String topic) {
		assertThatNoException().isThrownBy(() -> TopicNames.validate(topic));
	}

}
