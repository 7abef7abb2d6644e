package io.gobridge.mqtt.topic;

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
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link TopicFilter}.
 */
class TopicFilterTests {

	@ParameterizedTest(name = "{0}: {1} matches {2}")
	@CsvSource(quoteCharacter = '"', textBlock = """
			B25, foo/#, foo
			B25, foo/#, foo/
			B25, foo/#, foo/a/b
			B26, control/+/+/req/#, control///req/x
			B26, control/+/+/req/#, control///req
			B26, /home, /home
			B26, +/+, /home
			B26, home, home
			B26, a/b/#, a/b/
			B27, c/+/#, c/
			B27, c/+/#, c/1
			B27, c/+/#, c/1/2/3
			B27, +/foo, bar/foo
			B28, $SYS/#, $SYS/broker/load
			B28, $SYS/#, $SYS
			B28, #, broker/load
			B28, +/broker/#, x/broker/load
			B28, $SYS/+/load, $SYS/broker/load
			B28, a/+, a/$SYS
			B28, a/#, a/$SYS/b
			B30, $share/g/any/+/t, any/1/t
			B30, $share/g//lead/#, /lead/x
			B30, $share/g//lead/#, /lead
			B30, $share/g/#, a/b
			B30, $share/g/$SYS/#, $SYS/broker
			4.7.1.2, sport/tennis/player1/#, sport/tennis/player1
			4.7.1.2, sport/tennis/player1/#, sport/tennis/player1/ranking
			4.7.1.2, sport/tennis/player1/#, sport/tennis/player1/score/wimbledon
			4.7.1.2, #, a
			4.7.1.2, #, /
			4.7.1.2, #, //
			4.7.1.3, sport/tennis/+, sport/tennis/player2
			4.7.1.3, sport/+, sport/
			4.7.1.3, +/+, /finance
			4.7.1.3, /+, /finance
			4.7.1.3, +, finance
			4.7.1.3, +/tennis/#, sport/tennis
			4.7.1.3, sport/+/player1, sport//player1
			4.7.3, ACCOUNTS, ACCOUNTS
			4.7.3, Accounts payable, Accounts payable
			4.7.3, /, /
			4.7.3, +/+, /
			4.7.3, +/#, a
			4.7.3, /#, /
			4.7.3, //, //
			4.7.3, +//+, a//b
			""")
	void matches(String section, String filter, String topic) {
		assertThat(TopicFilter.of(filter).matches(topic)).as(section).isTrue();
	}

	@ParameterizedTest(name = "{0}: {1} does not match {2}")
	@CsvSource(quoteCharacter = '"', textBlock = """
			B25, foo/#, foobar
			B25, foo/#, fo
			B25, foo/#, /foo
			B26, home, /home
			B26, /home, home
			B26, +/+, home
			B26, a/b, a/b/
			B26, a/b/, a/b
			B26, a/b/#, a//b/
			B27, x/+, x/a/b
			B27, x/+, x
			B27, c/+/#, c
			B27, +/foo, foo
			B27, +/foo, bar/foo/
			B28, #, $SYS/broker/load
			B28, #, $SYS
			B28, +, $SYS
			B28, +/broker/#, $SYS/broker/load
			B28, +/+/load, $SYS/broker/load
			B28, $SYS/#, SYS/broker
			B28, $SYS/#, $SYSTEM/broker
			B30, $share/g/#, $SYS/broker
			B30, $share/g/+/broker, $SYS/broker
			B30, $share/g/any/+/t, $share/g/any/1/t
			4.7.1.2, sport/tennis/player1/#, sport/tennis/player10
			4.7.1.2, sport/#, SPORT/x
			4.7.1.3, sport/tennis/+, sport/tennis/player1/ranking
			4.7.1.3, sport/+, sport
			4.7.1.3, +, /finance
			4.7.1.3, +/+/+, a/b
			4.7.3, ACCOUNTS, Accounts
			4.7.3, /#, a
			4.7.3, //, /
			4.7.3, +//+, a/b
			""")
	void doesNotMatch(String section, String filter, String topic) {
		assertThat(TopicFilter.of(filter).matches(topic)).as(section).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "#", "+", "+/#", "a", "/" })
	void anEmptyTextIsNoTopicNameAndMatchesNothing(String filter) {
		assertThat(TopicFilter.of(filter).matches("")).isFalse();
	}

	static Stream<Arguments> invalid() {
		return Stream.of(arguments("B33", "", "it is empty"),
				arguments("B33", "a/#/b", "'#' must be the last level, but levels follow level 2"),
				arguments("B33", "a+", "'+' must stand alone in its level, but level 1 has other characters"),
				arguments("B33", "a/b#", "'#' must stand alone in its level, but level 2 has other characters"),
				arguments("B33", "${app.prefix}/x", "it contains the unresolved placeholder '${app.prefix}'"),
				arguments("B33", "x/${app.prefix", "it contains the unresolved placeholder '${app.prefix'"),
				arguments("B33", "x/#{@bean.name}", "it contains the unresolved placeholder '#{@bean.name}'"),
				arguments("4.7.1.2", "#/", "'#' must be the last level, but levels follow level 1"),
				arguments("4.7.1.2", "#/#", "'#' must be the last level, but levels follow level 1"),
				arguments("4.7.1.2", "##", "'#' must stand alone in its level, but level 1 has other characters"),
				arguments("4.7.1.2", "a/#b", "'#' must stand alone in its level, but level 2 has other characters"),
				arguments("4.7.1.3", "+a", "'+' must stand alone in its level, but level 1 has other characters"),
				arguments("4.7.1.3", "a//++", "'+' must stand alone in its level, but level 3 has other characters"),
				arguments("4.7.1.3", "a/+#", "'+' must stand alone in its level, but level 2 has other characters"),
				arguments("4.7.3", "a\0b", "it contains the null character U+0000 at index 1"),
				arguments("1.5.4", "a\ud800b", "it cannot be encoded in UTF-8: unpaired surrogate at index 1"),
				arguments("1.5.4", "ab\udc00", "it cannot be encoded in UTF-8: unpaired surrogate at index 2"),
				arguments("1.5.4", "\ud83d", "it cannot be encoded in UTF-8: unpaired surrogate at index 0"),
				arguments("4.7.3", "x".repeat(65_536), "it is 65536 bytes long in UTF-8, the limit is 65535"),
				arguments("4.7.3", "\u00e9".repeat(32_768), "it is 65536 bytes long in UTF-8, the limit is 65535"),
				arguments("4.7.3", "\u20ac".repeat(21_846), "it is 65538 bytes long in UTF-8, the limit is 65535"),
				arguments("4.7.3", "\ud83d\ude00".repeat(16_384),
						"it is 65536 bytes long in UTF-8, the limit is 65535"),
				arguments("4.8.2", "$share", "a shared subscription needs a group and a filter: '$share/group/filter'"),
				arguments("B30", "$share/", "the group of the shared subscription is empty"),
				arguments("B30", "$share//x", "the group of the shared subscription is empty"),
				arguments("B30", "$share/g+/x", "the group of a shared subscription must not contain '+'"),
				arguments("B30", "$share/#/x", "the group of a shared subscription must not contain '#'"),
				arguments("4.8.2", "$share/g",
						"a shared subscription needs a filter after its group: '$share/group/filter'"),
				arguments("4.8.2", "$share/g/", "the filter after the group of the shared subscription is empty"),
				arguments("4.8.2", "$share/g/a/b#",
						"'#' must stand alone in its level, but level 2 has other characters"),
				arguments("4.8.2", "$share/g/$share/h/x", "a shared subscription cannot contain another one"),
				arguments("4.8.2", "$share/g/$share", "a shared subscription cannot contain another one"));
	}

	@ParameterizedTest(name = "{0}: {2}")
	@MethodSource("invalid")
	void refusesWithTheExactReason(String section, String filter, String reason) {
		assertThatExceptionOfType(InvalidTopicFilterException.class).as(section)
			.isThrownBy(() -> TopicFilter.of(filter))
			.satisfies((ex) -> {
				assertThat(ex.getReason()).isEqualTo(reason);
				assertThat(ex.getFilter()).isEqualTo(filter);
				assertThat(ex).hasMessage("Invalid topic filter " + TopicSyntax.printable(filter) + ": " + reason);
				assertThat(ex.getMessage()).hasSizeLessThan(400);
			});
	}

	@ParameterizedTest
	@DisplayName("B31: the prefixes of other brokers are refused, their messages would reach no handler")
	@ValueSource(strings = { "$queue/x", "$queue/", "$SharedSubscription/g/x", "$exclusive/x", "$share/g/$queue/x" })
	void refusesForeignPrefixes(String filter) {
		assertThatExceptionOfType(InvalidTopicFilterException.class).isThrownBy(() -> TopicFilter.of(filter))
			.withMessageContaining(filter)
			.withMessageContaining("is a broker's own")
			.withMessageContaining("$share/group/filter");
	}

	@ParameterizedTest
	@ValueSource(strings = { "$shared/x", "$sharex", "$queue", "$queues/x", "$SYS/#", "$", "$/+", "$Share/g/x", " ",
			"a b/ /c", "\ufeff/x", "\u0001", "{a}" })
	void acceptsWhatOnlyLooksUnusual(String filter) {
		TopicFilter accepted = TopicFilter.of(filter);
		assertThat(accepted.isShared()).isFalse();
		assertThat(accepted.matchFilter()).isEqualTo(filter);
	}

	@Test
	void acceptsTheLongestFilter() {
		assertThat(TopicFilter.of("x".repeat(65_535)).hasWildcards()).isFalse();
		assertThat(TopicFilter.of("\u20ac".repeat(21_845)).matches("\u20ac".repeat(21_845))).isTrue();
		String deepest = "+/".repeat(32_767) + "+";
		assertThat(TopicFilter.of(deepest).matches("/".repeat(32_767))).isTrue();
		assertThat(TopicFilter.of(deepest).matches("/".repeat(32_768))).isFalse();
		assertThat(TopicFilter.of("/".repeat(65_534) + "#").matches("/".repeat(65_535))).isTrue();
	}

	@Test
	void theLimitCountsTheCompleteSharedFilter() {
		String prefix = "$share/g/";
		String longest = "x".repeat(65_535 - prefix.length());
		assertThat(TopicFilter.shared("g", longest).matches(longest)).isTrue();
		assertThatExceptionOfType(InvalidTopicFilterException.class)
			.isThrownBy(() -> TopicFilter.shared("g", longest + "x"));
	}

	@Test
	void takesSharedFiltersApart() {
		TopicFilter filter = TopicFilter.of("$share/workers//lead/+/x");
		assertThat(filter.value()).isEqualTo("$share/workers//lead/+/x");
		assertThat(filter.isShared()).isTrue();
		assertThat(filter.shareGroup()).isEqualTo("workers");
		assertThat(filter.matchFilter()).isEqualTo("/lead/+/x");
		assertThat(filter.hasWildcards()).isTrue();
		assertThat(TopicFilter.shared("workers", "/lead/+/x")).isEqualTo(filter);
		TopicFilter slash = TopicFilter.of("$share/g//");
		assertThat(slash.matchFilter()).isEqualTo("/");
		TopicFilter plain = TopicFilter.of("a/b");
		assertThat(plain.isShared()).isFalse();
		assertThat(plain.shareGroup()).isNull();
		assertThat(plain.hasWildcards()).isFalse();
	}

	@ParameterizedTest
	@DisplayName("B30: group names that are empty or contain / + # are refused")
	@CsvSource(quoteCharacter = '"', textBlock = """
			"", is empty
			a/b, must not contain '/'
			+, must not contain '+'
			a#, must not contain '#'
			""")
	void refusesBadGroups(String group, String reason) {
		assertThatExceptionOfType(InvalidTopicFilterException.class).isThrownBy(() -> TopicFilter.shared(group, "c"))
			.withMessageContaining(reason);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "$share/h/c", "a#" })
	void refusesBadBareFilters(String filter) {
		assertThatExceptionOfType(InvalidTopicFilterException.class).isThrownBy(() -> TopicFilter.shared("g", filter));
	}

	@Test
	void isEqualByItsCompleteValue() {
		assertThat(TopicFilter.of("a/+")).isEqualTo(TopicFilter.of("a/+"))
			.hasSameHashCodeAs(TopicFilter.of("a/+"))
			.hasToString("a/+")
			.isNotEqualTo(TopicFilter.of("a/#"))
			.isNotEqualTo(TopicFilter.of("$share/g/a/+"))
			.isNotEqualTo("a/+");
	}

	@Test
	void messagesAreOneLineAndShort() {
		assertThatExceptionOfType(InvalidTopicFilterException.class)
			.isThrownBy(() -> TopicFilter.of("a\nb\ud800\ud83d\ude00+"))
			.withMessageContaining("'a\\u000Ab\\uD800\ud83d\ude00+'");
		assertThatExceptionOfType(InvalidTopicFilterException.class)
			.isThrownBy(() -> TopicFilter.of("x".repeat(70_000)))
			.withMessageContaining("'" + "x".repeat(120) + "' (the first 120 of 70000 characters)");
	}

}
