package io.gobridge.mqtt.topic;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A valid topic filter (MQTT 5, section 4.7), possibly that of a shared subscription
 * (section 4.8.2). Immutable, equal by its complete value, and safe to use from any
 * thread.
 * <p>
 * Matching works on the levels between the slashes as they are: an empty level is a
 * level, {@code +} stands for exactly one level, {@code #} for any number of levels
 * including none, so that {@code foo/#} matches {@code foo}. A filter that begins with a
 * wildcard matches no topic that begins with {@code $}. Messages of a shared subscription
 * carry the bare topic, so a shared filter matches with what follows its group.
 */
public final class TopicFilter {

	// Other brokers' spellings of a subscription whose messages carry a topic without the
	// prefix. Subscribed to as they are, their messages would match no route.
	private static final List<String> FOREIGN_PREFIXES = List.of("$queue/", "$SharedSubscription/", "$exclusive/");

	private final String value;

	private final String matchFilter;

	private final @Nullable String shareGroup;

	private final boolean wildcards;

	private TopicFilter(String value, @Nullable String shareGroup, String matchFilter) {
		this.value = value;
		this.shareGroup = shareGroup;
		this.matchFilter = matchFilter;
		this.wildcards = matchFilter.indexOf(TopicSyntax.SINGLE_LEVEL) >= 0
				|| matchFilter.indexOf(TopicSyntax.MULTI_LEVEL) >= 0;
	}

	/**
	 * Returns the filter of a text.
	 * @param filter the complete filter, {@code $share/group/filter} for a shared one
	 * @return the filter
	 * @throws InvalidTopicFilterException if the text is not a valid filter
	 */
	public static TopicFilter of(String filter) {
		check(filter, TopicSyntax.problem(filter));
		check(filter, foreignPrefixProblem(filter));
		if (!isShare(filter)) {
			check(filter, levelProblem(filter, 0));
			return new TopicFilter(filter, null, filter);
		}
		check(filter, shareProblem(filter));
		int groupStart = TopicSyntax.SHARE_PREFIX.length();
		int groupEnd = filter.indexOf(TopicSyntax.SEPARATOR, groupStart);
		check(filter, levelProblem(filter, groupEnd + 1));
		return new TopicFilter(filter, filter.substring(groupStart, groupEnd), filter.substring(groupEnd + 1));
	}

	/**
	 * Returns the filter of a shared subscription.
	 * @param group the name of the group that shares the messages
	 * @param filter the bare filter
	 * @return the filter {@code $share/group/filter}
	 * @throws InvalidTopicFilterException if the group is empty or contains a slash or a
	 * wildcard, or the filter is not a valid bare filter
	 */
	public static TopicFilter shared(String group, String filter) {
		String value = TopicSyntax.SHARE_PREFIX + group + TopicSyntax.SEPARATOR + filter;
		// Looked at on its own: in the complete text a slash would end the group.
		check(value, groupProblem(group));
		return of(value);
	}

	/**
	 * Returns the complete filter, as it is sent in a SUBSCRIBE packet.
	 * @return the filter, with {@code $share} and the group where it is shared
	 */
	public String value() {
		return this.value;
	}

	/**
	 * Whether this is the filter of a shared subscription.
	 * @return whether it is shared
	 */
	public boolean isShared() {
		return this.shareGroup != null;
	}

	/**
	 * Returns the name of the group of a shared subscription.
	 * @return the group, or {@code null} where the filter is not shared
	 */
	public @Nullable String shareGroup() {
		return this.shareGroup;
	}

	/**
	 * Returns the filter that topics are matched with.
	 * @return the filter without {@code $share} and group
	 */
	public String matchFilter() {
		return this.matchFilter;
	}

	/**
	 * Whether the filter that topics are matched with contains {@code +} or {@code #}.
	 * @return whether there is a wildcard
	 */
	public boolean hasWildcards() {
		return this.wildcards;
	}

	/**
	 * Whether a message published to a topic belongs to this filter. Allocates nothing.
	 * @param topic the topic name of a PUBLISH packet
	 * @return whether it matches; never for an empty text, which is no topic name
	 */
	public boolean matches(String topic) {
		String filter = this.matchFilter;
		if (!this.wildcards) {
			return filter.equals(topic);
		}
		int filterLength = filter.length();
		int topicLength = topic.length();
		if (topicLength == 0 || topic.charAt(0) == '$' && isWildcard(filter.charAt(0))) {
			return false;
		}
		int at = 0;
		for (int i = 0; i < filterLength; i++) {
			char c = filter.charAt(i);
			if (c == TopicSyntax.MULTI_LEVEL) {
				return true;
			}
			if (c == TopicSyntax.SINGLE_LEVEL) {
				at = TopicSyntax.levelEnd(topic, at);
			}
			else if (at == topicLength) {
				// Nothing is left but the filter goes on: only "/#" matches its parent.
				return c == TopicSyntax.SEPARATOR && i == filterLength - 2
						&& filter.charAt(i + 1) == TopicSyntax.MULTI_LEVEL;
			}
			else if (topic.charAt(at++) != c) {
				return false;
			}
		}
		return at == topicLength;
	}

	/**
	 * Whether there is a topic that both filters match. Levels alone decide: it is not
	 * considered whether such a topic would be too long to be published.
	 * @param other another filter; where it is shared, its bare filter counts
	 * @return whether some topic matches both
	 */
	public boolean intersects(TopicFilter other) {
		return FilterRelation.intersect(this.matchFilter, other.matchFilter);
	}

	/**
	 * Whether every topic that another filter matches is matched by this one too.
	 * @param other another filter; where it is shared, its bare filter counts
	 * @return whether this filter matches at least as much
	 */
	public boolean covers(TopicFilter other) {
		return FilterRelation.covers(this.matchFilter, other.matchFilter);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof TopicFilter that && this.value.equals(that.value);
	}

	@Override
	public int hashCode() {
		return this.value.hashCode();
	}

	@Override
	public String toString() {
		return this.value;
	}

	private static boolean isWildcard(char c) {
		return c == TopicSyntax.SINGLE_LEVEL || c == TopicSyntax.MULTI_LEVEL;
	}

	private static boolean isShare(String filter) {
		return filter.equals(TopicSyntax.SHARE) || filter.startsWith(TopicSyntax.SHARE_PREFIX);
	}

	private static void check(String filter, @Nullable String problem) {
		if (problem != null) {
			throw new InvalidTopicFilterException(filter, problem);
		}
	}

	private static @Nullable String foreignPrefixProblem(String filter) {
		for (String prefix : FOREIGN_PREFIXES) {
			if (filter.startsWith(prefix)) {
				return "the prefix '" + prefix + "' is a broker's own: its messages arrive under a topic without it "
						+ "and would reach no handler. Shared subscriptions are '$share/group/filter'";
			}
		}
		return null;
	}

	private static @Nullable String shareProblem(String filter) {
		if (filter.equals(TopicSyntax.SHARE)) {
			return "a shared subscription needs a group and a filter: '$share/group/filter'";
		}
		int groupStart = TopicSyntax.SHARE_PREFIX.length();
		int groupEnd = filter.indexOf(TopicSyntax.SEPARATOR, groupStart);
		String group = filter.substring(groupStart, (groupEnd < 0) ? filter.length() : groupEnd);
		String problem = groupProblem(group);
		if (problem != null) {
			return problem;
		}
		if (groupEnd < 0) {
			return "a shared subscription needs a filter after its group: '$share/group/filter'";
		}
		if (groupEnd == filter.length() - 1) {
			return "the filter after the group of the shared subscription is empty";
		}
		String bare = filter.substring(groupEnd + 1);
		if (isShare(bare)) {
			return "a shared subscription cannot contain another one";
		}
		return foreignPrefixProblem(bare);
	}

	private static @Nullable String groupProblem(String group) {
		if (group.isEmpty()) {
			return "the group of the shared subscription is empty";
		}
		for (int i = 0; i < group.length(); i++) {
			char c = group.charAt(i);
			if (isWildcard(c) || c == TopicSyntax.SEPARATOR) {
				return "the group of a shared subscription must not contain '" + c + "'";
			}
		}
		return null;
	}

	private static @Nullable String levelProblem(String filter, int from) {
		int level = 1;
		for (int i = from; i < filter.length(); i++) {
			char c = filter.charAt(i);
			if (c == TopicSyntax.SEPARATOR) {
				level++;
			}
			else if (isWildcard(c)) {
				boolean first = i == from || filter.charAt(i - 1) == TopicSyntax.SEPARATOR;
				boolean last = i == filter.length() - 1 || filter.charAt(i + 1) == TopicSyntax.SEPARATOR;
				if (!first || !last) {
					return "'" + c + "' must stand alone in its level, but level " + level + " has other characters";
				}
				if (c == TopicSyntax.MULTI_LEVEL && i < filter.length() - 1) {
					return "'#' must be the last level, but levels follow level " + level;
				}
			}
		}
		return null;
	}

}
