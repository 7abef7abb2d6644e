package io.gobridge.mqtt.autoconfigure;

/**
 * What becomes of messages that no handler could handle.
 */
final class DeadLetterProperties {

	/**
	 * Where dead letters are kept. With none they are acknowledged and dropped.
	 */
	private DeadLetterStorage store = DeadLetterStorage.EMBEDDED;

	/**
	 * Topic that dead letters are published to where the store is a topic. {clientId} is
	 * replaced.
	 */
	private String topic = "dead-letter/{clientId}";

	/**
	 * How many dead letters the embedded store keeps. When it is full writes fail, and
	 * nothing that fails is acknowledged.
	 */
	private int maxRecords = 10000;

	public DeadLetterStorage getStore() {
		return this.store;
	}

	public void setStore(DeadLetterStorage store) {
		this.store = store;
	}

	public String getTopic() {
		return this.topic;
	}

	public void setTopic(String topic) {
		this.topic = topic;
	}

	public int getMaxRecords() {
		return this.maxRecords;
	}

	public void setMaxRecords(int maxRecords) {
		this.maxRecords = maxRecords;
	}

}
