package io.gobridge.mqtt.topic;

import org.jspecify.annotations.Nullable;

/**
 * What topic names, filters and templates have in common: they are UTF-8 encoded strings
 * (MQTT 5, section 1.5.4) of at least one character (section 4.7.3).
 */
final class TopicSyntax {

	static final char SEPARATOR = '/';

	static final char SINGLE_LEVEL = '+';

	static final char MULTI_LEVEL = '#';

	static final String SHARE = "$share";

	static final String SHARE_PREFIX = SHARE + SEPARATOR;

	private static final int MAX_BYTES = 65_535;

	private static final int MAX_PRINTED = 120;

	private TopicSyntax() {
	}

	/**
	 * Says why a text can be neither a topic name nor a topic filter.
	 * @param text the text to look at
	 * @return the reason, or {@code null} where there is none
	 */
	static @Nullable String problem(String text) {
		if (text.isEmpty()) {
			return "it is empty";
		}
		String placeholder = placeholder(text);
		if (placeholder != null) {
			return "it contains the unresolved placeholder " + printable(placeholder);
		}
		long bytes = 0;
		int length = text.length();
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			if (c == 0) {
				return "it contains the null character U+0000 at index " + i;
			}
			if (c < 0x80) {
				bytes++;
			}
			else if (c < 0x800) {
				bytes += 2;
			}
			else if (!Character.isSurrogate(c)) {
				bytes += 3;
			}
			else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
				bytes += 4;
				i++;
			}
			else {
				return "it cannot be encoded in UTF-8: unpaired surrogate at index " + i;
			}
		}
		if (bytes > MAX_BYTES) {
			return "it is " + bytes + " bytes long in UTF-8, the limit is " + MAX_BYTES;
		}
		return null;
	}

	/**
	 * Quotes a text for a message: control characters and unpaired surrogates are
	 * escaped, so that a log stays one line, and a long text is cut.
	 * @param text the text to show
	 * @return the text in quotes
	 */
	static String printable(String text) {
		StringBuilder printed = new StringBuilder("'");
		int shown = Math.min(text.length(), MAX_PRINTED);
		for (int i = 0; i < shown; i++) {
			char c = text.charAt(i);
			if (Character.isISOControl(c) || Character.isSurrogate(c) && !isPaired(text, i)) {
				printed.append(String.format("\\u%04X", (int) c));
			}
			else {
				printed.append(c);
			}
		}
		printed.append('\'');
		if (shown < text.length()) {
			printed.append(" (the first ").append(shown).append(" of ").append(text.length()).append(" characters)");
		}
		return printed.toString();
	}

	/**
	 * Returns where the level that starts at an index ends.
	 * @param text a topic name or filter
	 * @param start the index of the first character of the level
	 * @return the index of the next separator, or the length of the text
	 */
	static int levelEnd(String text, int start) {
		int end = text.indexOf(SEPARATOR, start);
		return (end < 0) ? text.length() : end;
	}

	private static @Nullable String placeholder(String text) {
		int start = text.indexOf("${");
		if (start < 0) {
			start = text.indexOf("#{");
		}
		if (start < 0) {
			return null;
		}
		int end = text.indexOf('}', start);
		return (end < 0) ? text.substring(start) : text.substring(start, end + 1);
	}

	private static boolean isPaired(String text, int index) {
		if (Character.isHighSurrogate(text.charAt(index))) {
			return index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1));
		}
		return index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
	}

}
