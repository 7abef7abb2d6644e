package io.gobridge.mqtt.topic;

/**
 * How the sets of topics of two bare filters relate. Both filters are walked level by
 * level, side by side; nothing is allocated.
 */
final class FilterRelation {

	private static final String SOME_LEVELS = "+/#";

	private FilterRelation() {
	}

	static boolean intersect(String left, String right) {
		int i = 0;
		int j = 0;
		while (true) {
			boolean leftRest = isAt(left, i, TopicSyntax.MULTI_LEVEL);
			boolean rightRest = isAt(right, j, TopicSyntax.MULTI_LEVEL);
			if (leftRest || rightRest) {
				boolean parent = i > left.length() && needsLevel(right, j) || j > right.length() && needsLevel(left, i);
				return !parent && (i > 0 || !isDollarExcluded(left, right));
			}
			if (i > left.length() || j > right.length()) {
				return i > left.length() && j > right.length();
			}
			int leftEnd = TopicSyntax.levelEnd(left, i);
			int rightEnd = TopicSyntax.levelEnd(right, j);
			if (isAt(left, i, TopicSyntax.SINGLE_LEVEL) || isAt(right, j, TopicSyntax.SINGLE_LEVEL)) {
				if (i == 0 && isDollarExcluded(left, right)) {
					return false;
				}
			}
			else if (!sameLevel(left, i, leftEnd, right, j, rightEnd)) {
				return false;
			}
			i = leftEnd + 1;
			j = rightEnd + 1;
		}
	}

	static boolean covers(String wide, String narrow) {
		int i = 0;
		int j = 0;
		while (true) {
			if (isAt(wide, i, TopicSyntax.MULTI_LEVEL)) {
				return i > 0 || narrow.charAt(0) != '$';
			}
			if (isAt(narrow, j, TopicSyntax.MULTI_LEVEL)) {
				return needsLevel(narrow, j) && wide.startsWith(SOME_LEVELS, i)
						&& wide.length() == i + SOME_LEVELS.length();
			}
			if (i > wide.length() || j > narrow.length()) {
				return i > wide.length() && j > narrow.length();
			}
			int wideEnd = TopicSyntax.levelEnd(wide, i);
			int narrowEnd = TopicSyntax.levelEnd(narrow, j);
			if (isAt(wide, i, TopicSyntax.SINGLE_LEVEL)) {
				if (i == 0 && narrow.charAt(0) == '$') {
					return false;
				}
			}
			else if (!sameLevel(wide, i, wideEnd, narrow, j, narrowEnd)) {
				return false;
			}
			i = wideEnd + 1;
			j = narrowEnd + 1;
		}
	}

	// A topic name is not empty. So there must be a level for the '#' of "#", and one for
	// that of "/#", whose parent would be the empty topic.
	private static boolean needsLevel(String filter, int rest) {
		return rest == 0 || rest == 1 && filter.charAt(0) == TopicSyntax.SEPARATOR;
	}

	// One filter begins with a wildcard, the other with '$': they have no topic in
	// common.
	private static boolean isDollarExcluded(String left, String right) {
		return (left.charAt(0) == '$') != (right.charAt(0) == '$');
	}

	private static boolean isAt(String filter, int index, char wildcard) {
		return index < filter.length() && filter.charAt(index) == wildcard;
	}

	private static boolean sameLevel(String left, int i, int leftEnd, String right, int j, int rightEnd) {
		return leftEnd - i == rightEnd - j && left.regionMatches(i, right, j, leftEnd - i);
	}

}
