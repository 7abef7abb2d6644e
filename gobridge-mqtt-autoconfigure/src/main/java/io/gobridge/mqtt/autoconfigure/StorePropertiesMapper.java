package io.gobridge.mqtt.autoconfigure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.topic.InvalidTopicFilterException;
import io.gobridge.mqtt.topic.InvalidTopicNameException;
import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicNames;

/**
 * Makes the settings of what a session keeps from its properties, and says what is wrong
 * with them. Touches no file and no database.
 */
final class StorePropertiesMapper {

	private static final String CLIENT_ID = "{clientId}";

	private final String prefix;

	private final ConnectionProperties properties;

	StorePropertiesMapper(String prefix, ConnectionProperties properties) {
		this.prefix = prefix;
		this.properties = properties;
	}

	StoreSettings map(SessionSettings session) {
		LedgerProperties ledger = this.properties.getLedger();
		DeadLetterProperties deadLetter = this.properties.getDeadLetter();
		if (deadLetter.getMaxRecords() < 1) {
			throw new MqttConfigurationException(this.prefix + "dead-letter.max-records",
					"is " + deadLetter.getMaxRecords(),
					"Set it to 1 or more, or " + this.prefix + "dead-letter.store=none to keep no dead letters.");
		}
		return new StoreSettings(path(), ledger.getStore(), baseline(session), ledger.getUnknownHistory(),
				deadLetter.getStore(), topic(session), deadLetter.getMaxRecords());
	}

	private Path path() {
		String path = this.properties.getStore().getPath();
		if (path.isBlank()) {
			throw new MqttConfigurationException(this.prefix + "store.path", "is empty",
					"Set the directory of the embedded store, for example ./.gobridge.");
		}
		try {
			return Path.of(path).toAbsolutePath().normalize();
		}
		catch (InvalidPathException ex) {
			throw new MqttConfigurationException(this.prefix + "store.path",
					"is '" + path + "', which is no path: " + ex.getReason(),
					"Set the directory of the embedded store, for example ./.gobridge.");
		}
	}

	private List<TopicFilter> baseline(SessionSettings session) {
		List<String> baseline = this.properties.getLedger().getBaseline();
		if (!baseline.isEmpty() && !session.mode().isDurable()) {
			throw new MqttConfigurationException(this.prefix + "ledger.baseline",
					"is " + baseline + ", but an ephemeral session leaves nothing at the broker", "Remove it.");
		}
		List<TopicFilter> filters = new ArrayList<>();
		for (int i = 0; i < baseline.size(); i++) {
			try {
				filters.add(TopicFilter.of(baseline.get(i)));
			}
			catch (InvalidTopicFilterException ex) {
				throw new MqttConfigurationException(this.prefix + "ledger.baseline[" + i + "]",
						"is '" + baseline.get(i) + "': " + ex.getReason(),
						"Set the exact filter that the older installation has subscribed to, with $share/<group>/ "
								+ "where it was shared.");
			}
		}
		return filters;
	}

	private String topic(SessionSettings session) {
		String topic = this.properties.getDeadLetter().getTopic().replace(CLIENT_ID, session.clientId());
		if (this.properties.getDeadLetter().getStore() == DeadLetterStorage.TOPIC) {
			try {
				TopicNames.validate(topic);
			}
			catch (InvalidTopicNameException ex) {
				throw new MqttConfigurationException(this.prefix + "dead-letter.topic",
						"is '" + topic + "': " + ex.getReason(), "Set a topic name without wildcards.");
			}
		}
		return topic;
	}

}
