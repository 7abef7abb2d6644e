package io.gobridge.mqtt.autoconfigure;

/**
 * The embedded store.
 */
final class StoreProperties {

	/**
	 * Directory of the embedded store of ledger and dead letters. One process at a time.
	 */
	private String path = "./.gobridge";

	public String getPath() {
		return this.path;
	}

	public void setPath(String path) {
		this.path = path;
	}

}
