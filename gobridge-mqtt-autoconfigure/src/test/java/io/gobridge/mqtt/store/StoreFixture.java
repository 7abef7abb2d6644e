package io.gobridge.mqtt.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * What the tests of the store share.
 */
final class StoreFixture {

	private StoreFixture() {
	}

	static Function<StoreTransaction, @Nullable Void> putting(String key, String value) {
		return (transaction) -> {
			transaction.put("table", key, value.getBytes(StandardCharsets.UTF_8));
			return null;
		};
	}

	static SortedMap<String, String> content(EmbeddedStore store) {
		return store.call((transaction) -> {
			SortedMap<String, String> content = new TreeMap<>();
			transaction.forEachAfter("table", "", (key, value) -> {
				content.put(key, new String(value, StandardCharsets.UTF_8));
				return true;
			});
			return content;
		});
	}

	/**
	 * Corrects the checksum of the part of a file that says what it is.
	 */
	static void correctIdentity(byte[] file) {
		CRC32C crc = new CRC32C();
		crc.update(file, 0, 20);
		ByteBuffer.wrap(file).putInt(20, (int) crc.getValue());
	}

}
