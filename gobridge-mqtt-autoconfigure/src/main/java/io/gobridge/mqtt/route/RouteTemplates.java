package io.gobridge.mqtt.route;

import java.util.List;

import io.gobridge.mqtt.topic.TopicTemplate;

/**
 * The templates of one route, to take variables from the topic of a delivery.
 */
final class RouteTemplates {

	private final TopicTemplate[] templates;

	RouteTemplates(List<TopicTemplate> templates) {
		this.templates = templates.toArray(TopicTemplate[]::new);
	}

	/**
	 * Looks a variable up.
	 * @param name the name of the variable
	 * @return its index in each template, -1 where a template lacks it
	 */
	int[] indexes(String name) {
		int[] indexes = new int[this.templates.length];
		for (int i = 0; i < indexes.length; i++) {
			indexes[i] = this.templates[i].variableNames().indexOf(name);
		}
		return indexes;
	}

	List<String> names() {
		return List.of(this.templates)
			.stream()
			.flatMap((template) -> template.variableNames().stream())
			.distinct()
			.toList();
	}

	Values extract(String topic) {
		if (this.templates.length == 1 && this.templates[0].filter().matches(topic)) {
			return new Values(0, this.templates[0].extract(topic));
		}
		for (int i = 0; i < this.templates.length; i++) {
			if (this.templates[i].filter().matches(topic)) {
				return new Values(i, this.templates[i].extract(topic));
			}
		}
		throw new MqttConversionException("Topic '" + topic + "' matches none of the templates "
				+ List.of(this.templates) + ", so that it has no topic variables");
	}

	/**
	 * The values of the variables of the first template that matches.
	 *
	 * @param template the index of the template
	 * @param values the values by their index in that template
	 */
	record Values(int template, String[] values) {
	}

}
