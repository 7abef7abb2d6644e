package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;

import io.gobridge.mqtt.store.EmbeddedStore;
import org.jspecify.annotations.Nullable;

/**
 * A process that has a store open until it is killed, or told to end.
 */
final class StoreHolder {

	private StoreHolder() {
	}

	/**
	 * Opens the store and says so.
	 * @param args the directory of the store
	 * @throws IOException if it can not be told to end
	 */
	public static void main(String... args) throws IOException {
		try (EmbeddedStore store = new EmbeddedStore(Path.of(args[0]))) {
			store.<@Nullable Object>call((transaction) -> null);
			System.out.println("open");
			System.in.read();
		}
	}

}
