package io.gobridge.mqtt.topic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A topic filter with named wildcards. {@code {name}} is exactly one whole level, which
 * is {@code +} in the filter; {@code {*name}} is the rest of the topic, which is
 * {@code #} and allowed in the last level only. A plain filter is a template without
 * variables, and a template may have the prefix of a shared subscription. Immutable,
 * equal by its text, and safe to use from any thread.
 * <p>
 * The values of variables are the characters of the topic as published: nothing is
 * decoded, trimmed or converted, and an empty level is an empty value.
 */
public final class TopicTemplate {

	private static final String[] NO_VALUES = {};

	private final String value;

	private final TopicFilter filter;

	private final List<String> variableNames;

	// The level of each variable in the bare filter, ascending.
	private final int[] variableLevels;

	// Whether the last variable takes the rest of the topic.
	private final boolean takesRest;

	private TopicTemplate(String value, TopicFilter filter, List<Variable> variables) {
		this.value = value;
		this.filter = filter;
		String[] names = new String[variables.size()];
		this.variableLevels = new int[names.length];
		for (int i = 0; i < names.length; i++) {
			names[i] = variables.get(i).name();
			this.variableLevels[i] = variables.get(i).level();
		}
		this.variableNames = List.of(names);
		this.takesRest = !variables.isEmpty() && variables.get(variables.size() - 1).rest();
	}

	/**
	 * Returns the template of a text.
	 * @param template the text, for example {@code sensors/{site}/temperature}
	 * @return the template
	 * @throws InvalidTopicTemplateException if a variable is malformed, not a whole
	 * level, without a name or named twice, if {@code {*name}} is not the last level, or
	 * if the resulting topic filter is invalid
	 */
	public static TopicTemplate of(String template) {
		check(template, TopicSyntax.problem(template));
		int bareStart = bareStart(template);
		check(template, bracesInGroupProblem(template, bareStart));
		StringBuilder filter = new StringBuilder(template.length()).append(template, 0, bareStart);
		List<Variable> variables = new ArrayList<>();
		int level = 0;
		for (int start = bareStart; start <= template.length(); level++) {
			int end = TopicSyntax.levelEnd(template, start);
			String text = template.substring(start, end);
			if (text.indexOf('{') < 0 && text.indexOf('}') < 0) {
				filter.append(text);
			}
			else {
				Variable variable = variable(template, text, level);
				check(template, variableProblem(variable, variables, end == template.length()));
				variables.add(variable);
				filter.append(variable.rest() ? TopicSyntax.MULTI_LEVEL : TopicSyntax.SINGLE_LEVEL);
			}
			if (end < template.length()) {
				filter.append(TopicSyntax.SEPARATOR);
			}
			start = end + 1;
		}
		try {
			return new TopicTemplate(template, TopicFilter.of(filter.toString()), variables);
		}
		catch (InvalidTopicFilterException ex) {
			throw new InvalidTopicTemplateException(template, ex);
		}
	}

	/**
	 * Returns the text of the template.
	 * @return the text as it was given
	 */
	public String value() {
		return this.value;
	}

	/**
	 * Returns the topic filter to subscribe to.
	 * @return the filter, with wildcards in place of the variables
	 */
	public TopicFilter filter() {
		return this.filter;
	}

	/**
	 * Returns the names of the variables. The place of a name in this list is its index
	 * for {@link #variable(String, int)} and {@link #extract(String)}.
	 * @return the names in the order of the template, unmodifiable
	 */
	public List<String> variableNames() {
		return this.variableNames;
	}

	/**
	 * Returns the values of all variables by name. The value of {@code {*name}} is the
	 * rest of the topic with its slashes, and empty where the topic ends at the parent
	 * level.
	 * @param topic a topic that matches the filter
	 * @return the values in the order of the template, unmodifiable
	 * @throws IllegalArgumentException if the topic does not match
	 */
	public Map<String, String> variables(String topic) {
		String[] values = extract(topic);
		Map<String, String> variables = new LinkedHashMap<>();
		for (int i = 0; i < values.length; i++) {
			variables.put(this.variableNames.get(i), values[i]);
		}
		return Collections.unmodifiableMap(variables);
	}

	/**
	 * Returns the value of one variable. Allocates nothing but the value.
	 * @param topic a topic that matches the filter
	 * @param index the index of the variable in {@link #variableNames()}
	 * @return the value, empty for an empty level
	 * @throws IllegalArgumentException if the topic does not match
	 * @throws IndexOutOfBoundsException if there is no such variable
	 */
	public String variable(String topic, int index) {
		int level = this.variableLevels[index];
		checkMatches(topic);
		return value(topic, advance(topic, 0, level), index);
	}

	/**
	 * Returns the values of all variables, in one pass over the topic. Allocates nothing
	 * but the values and their array.
	 * @param topic a topic that matches the filter
	 * @return the values in the order of {@link #variableNames()}, the caller's to keep
	 * @throws IllegalArgumentException if the topic does not match
	 */
	public String[] extract(String topic) {
		checkMatches(topic);
		int count = this.variableLevels.length;
		if (count == 0) {
			return NO_VALUES;
		}
		String[] values = new String[count];
		int level = 0;
		int start = 0;
		for (int i = 0; i < count; i++) {
			start = advance(topic, start, this.variableLevels[i] - level);
			level = this.variableLevels[i];
			values[i] = value(topic, start, i);
		}
		return values;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof TopicTemplate that && this.value.equals(that.value);
	}

	@Override
	public int hashCode() {
		return this.value.hashCode();
	}

	@Override
	public String toString() {
		return this.value;
	}

	private void checkMatches(String topic) {
		if (!this.filter.matches(topic)) {
			throw new IllegalArgumentException("Topic " + TopicSyntax.printable(topic)
					+ " does not match the topic template " + TopicSyntax.printable(this.value));
		}
	}

	private String value(String topic, int start, int index) {
		if (this.takesRest && index == this.variableLevels.length - 1) {
			// Past the end where '#' matched its parent level.
			return (start > topic.length()) ? "" : topic.substring(start);
		}
		return topic.substring(start, TopicSyntax.levelEnd(topic, start));
	}

	private static int advance(String topic, int start, int levels) {
		int at = start;
		for (int i = 0; i < levels; i++) {
			at = TopicSyntax.levelEnd(topic, at) + 1;
		}
		return at;
	}

	// A malformed prefix is left to the filter, which knows what is wrong with it.
	private static int bareStart(String template) {
		if (!template.startsWith(TopicSyntax.SHARE_PREFIX)) {
			return 0;
		}
		int groupEnd = template.indexOf(TopicSyntax.SEPARATOR, TopicSyntax.SHARE_PREFIX.length());
		return (groupEnd < 0) ? template.length() : groupEnd + 1;
	}

	private static @Nullable String bracesInGroupProblem(String template, int bareStart) {
		String prefix = template.substring(0, bareStart);
		boolean braces = prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0;
		return braces ? "the group of a shared subscription cannot be a variable" : null;
	}

	private static Variable variable(String template, String text, int level) {
		boolean whole = text.length() >= 2 && text.indexOf('{') == 0 && text.lastIndexOf('{') == 0
				&& text.indexOf('}') == text.length() - 1;
		check(template, whole ? null : "a variable must be a whole level between slashes, but level " + (level + 1)
				+ " is " + TopicSyntax.printable(text));
		boolean rest = text.charAt(1) == '*';
		return new Variable(text.substring(rest ? 2 : 1, text.length() - 1), level, rest);
	}

	private static @Nullable String variableProblem(Variable variable, List<Variable> before, boolean last) {
		if (variable.name().isEmpty()) {
			return "the variable of level " + (variable.level() + 1) + " has no name";
		}
		if (!variable.name().codePoints().allMatch(TopicTemplate::isNamePart)) {
			return "the variable name " + TopicSyntax.printable(variable.name())
					+ " may only have letters, digits, '_', '-' and '.'";
		}
		if (before.stream().anyMatch((other) -> other.name().equals(variable.name()))) {
			return "the variable name " + TopicSyntax.printable(variable.name()) + " is used twice";
		}
		if (variable.rest() && !last) {
			return "the variable " + TopicSyntax.printable("{*" + variable.name() + "}") + " must be the last level";
		}
		return null;
	}

	private static boolean isNamePart(int c) {
		return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
	}

	private static void check(String template, @Nullable String problem) {
		if (problem != null) {
			throw new InvalidTopicTemplateException(template, problem);
		}
	}

	private record Variable(String name, int level, boolean rest) {
	}

}
