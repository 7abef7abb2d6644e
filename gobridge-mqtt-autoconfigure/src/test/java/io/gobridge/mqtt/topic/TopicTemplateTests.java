package io.gobridge.mqtt.topic;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link TopicTemplate}.
 */
class TopicTemplateTests {

	@Test
	@DisplayName("B34: a variable is one level of the filter and its value is what was published")
	void namesALevel() {
		TopicTemplate template = TopicTemplate.of("plant/1/{device}/state");
		assertThat(template.filter()).isEqualTo(TopicFilter.of("plant/1/+/state"));
		assertThat(template.variableNames()).containsExactly("device");
		assertThat(template.variables("plant/1/pump%207/state")).containsExactly(entry("device", "pump%207"));
		assertThat(template.variable("plant/1/pump%207/state", 0)).isEqualTo("pump%207");
		assertThat(template.extract("plant/1/pump%207/state")).containsExactly("pump%207");
	}

	@ParameterizedTest
	@CsvSource({ "sensors/{site}/temperature, sensors/+/temperature", "{a}, +", "{*all}, #", "a/{b}/{*c}, a/+/#",
			"/{a}/, /+/", "a/+/{b}/#, a/+/+/#", "a/b, a/b", "+/#, +/#", "$share/g/{a}/x, $share/g/+/x",
			"$share/g/{*a}, $share/g/#", "$SYS/{a}, $SYS/+", "{a.b-c_1}/{\u00e9}, +/+" })
	void becomesAFilter(String template, String filter) {
		assertThat(TopicTemplate.of(template).filter().value()).isEqualTo(filter);
		assertThat(TopicTemplate.of(template).value()).isEqualTo(template);
	}

	static Stream<Arguments> values() {
		return Stream.of(arguments("a/{x}/{y}", "a/1/2", List.of("1", "2")), arguments("{x}/{y}", "/", List.of("", "")),
				arguments("{x}/{y}", "/home", List.of("", "home")), arguments("a/{x}", "a/", List.of("")),
				arguments("{x}", "whole", List.of("whole")), arguments("a/+/{x}/b/{y}", "a/1/2/b/3", List.of("2", "3")),
				arguments("a/{*rest}", "a/b//c/", List.of("b//c/")), arguments("a/{*rest}", "a", List.of("")),
				arguments("a/{*rest}", "a/", List.of("")), arguments("a/{*rest}", "a//", List.of("/")),
				arguments("{*rest}", "/a/b", List.of("/a/b")), arguments("{x}/{*rest}", "a", List.of("a", "")),
				arguments("{x}/{*rest}", "/b/c", List.of("", "b/c")), arguments("{x}/#", "a/b/c", List.of("a")),
				arguments("$share/g/{x}/{y}", "a/b", List.of("a", "b")),
				arguments("{x}/b", "\ud83d\ude00 \u00e9%2F/b", List.of("\ud83d\ude00 \u00e9%2F")),
				arguments("a/+/#", "a/b/c", List.of()));
	}

	@ParameterizedTest
	@MethodSource("values")
	void takesTheLevelsAsPublished(String text, String topic, List<String> values) {
		TopicTemplate template = TopicTemplate.of(text);
		assertThat(template.extract(topic)).containsExactlyElementsOf(values);
		assertThat(template.variables(topic).values()).containsExactlyElementsOf(values);
		assertThat(template.variables(topic).keySet()).containsExactlyElementsOf(template.variableNames());
		for (int i = 0; i < values.size(); i++) {
			assertThat(template.variable(topic, i)).isEqualTo(values.get(i));
		}
	}

	@ParameterizedTest
	@CsvSource({ "a/{x}, a", "a/{x}, a/b/c", "{x}, $SYS", "{*x}, $SYS/a", "{x}/{*y}, $SYS", "$share/g/{x}, $share/g/a",
			"{x}, ''" })
	void refusesTopicsThatDoNotMatch(String text, String topic) {
		TopicTemplate template = TopicTemplate.of(text);
		String message = "Topic '" + topic + "' does not match the topic template '" + text + "'";
		assertThatIllegalArgumentException().isThrownBy(() -> template.variables(topic)).withMessage(message);
		assertThatIllegalArgumentException().isThrownBy(() -> template.extract(topic)).withMessage(message);
		assertThatIllegalArgumentException().isThrownBy(() -> template.variable(topic, 0)).withMessage(message);
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 1, 2 })
	void refusesAVariableThatIsNotThere(int index) {
		TopicTemplate template = TopicTemplate.of("a/{x}");
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> template.variable("a/b", index));
	}

	static Stream<Arguments> invalid() {
		String partial = "a variable must be a whole level between slashes, but level ";
		return Stream.of(arguments("", "it is empty"),
				arguments("${app.prefix}/{x}", "it contains the unresolved placeholder '${app.prefix}'"),
				arguments("a{b}c", partial + "1 is 'a{b}c'"), arguments("x/{b}c", partial + "2 is '{b}c'"),
				arguments("x/a{b}", partial + "2 is 'a{b}'"), arguments("{a}{b}", partial + "1 is '{a}{b}'"),
				arguments("{{a}}", partial + "1 is '{{a}}'"), arguments("{a/b}", partial + "1 is '{a'"),
				arguments("a/}", partial + "2 is '}'"), arguments("a/{", partial + "2 is '{'"),
				arguments("a/}{", partial + "2 is '}{'"), arguments("a/{}", "the variable of level 2 has no name"),
				arguments("a/{*}", "the variable of level 2 has no name"),
				arguments("a/{x}/{x}", "the variable name 'x' is used twice"),
				arguments("a/{x}/{*x}", "the variable name 'x' is used twice"),
				arguments("a/{*x}/b", "the variable '{*x}' must be the last level"),
				arguments("a/{*x}/", "the variable '{*x}' must be the last level"),
				arguments("a/{x:[0-9]*}",
						"the variable name 'x:[0-9]*' may only have letters, digits, '_', '-' and '.'"),
				arguments("a/{ x}", "the variable name ' x' may only have letters, digits, '_', '-' and '.'"),
				arguments("a/{**x}", "the variable name '*x' may only have letters, digits, '_', '-' and '.'"),
				arguments("$share/{g}/x", "the group of a shared subscription cannot be a variable"),
				arguments("$share/{g}", "the group of a shared subscription cannot be a variable"),
				arguments("$share//{x}", "the group of the shared subscription is empty"),
				arguments("$share/g", "a shared subscription needs a filter after its group: '$share/group/filter'"),
				arguments("$share/g/", "the filter after the group of the shared subscription is empty"),
				arguments("a/#/{x}", "'#' must be the last level, but levels follow level 2"),
				arguments("a/{x}/b+", "'+' must stand alone in its level, but level 3 has other characters"),
				arguments("{x}/\0", "it contains the null character U+0000 at index 4"));
	}

	@ParameterizedTest(name = "{1}")
	@MethodSource("invalid")
	void refusesWithTheExactReason(String template, String reason) {
		assertThatExceptionOfType(InvalidTopicTemplateException.class).isThrownBy(() -> TopicTemplate.of(template))
			.satisfies((ex) -> {
				assertThat(ex.getTemplate()).isEqualTo(template);
				assertThat(ex.getReason()).isEqualTo(reason);
				assertThat(ex).hasMessage("Invalid topic template " + TopicSyntax.printable(template) + ": " + reason);
			});
	}

	@Test
	@DisplayName("B31: the prefixes of other brokers are refused in templates too")
	void refusesForeignPrefixes() {
		assertThatExceptionOfType(InvalidTopicTemplateException.class).isThrownBy(() -> TopicTemplate.of("$queue/{x}"))
			.withMessageContaining("'$queue/{x}'")
			.withCauseInstanceOf(InvalidTopicFilterException.class);
	}

	@Test
	void isEqualByItsText() {
		assertThat(TopicTemplate.of("a/{x}")).isEqualTo(TopicTemplate.of("a/{x}"))
			.hasSameHashCodeAs(TopicTemplate.of("a/{x}"))
			.hasToString("a/{x}")
			.isNotEqualTo(TopicTemplate.of("a/{y}"))
			.isNotEqualTo("a/{x}");
	}

}
