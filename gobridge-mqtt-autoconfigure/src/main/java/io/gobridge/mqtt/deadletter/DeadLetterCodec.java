package io.gobridge.mqtt.deadletter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a dead letter, in three parts: metadata, properties and payload. The
 * first two begin with a version.
 */
final class DeadLetterCodec {

	private static final int VERSION = 1;

	private DeadLetterCodec() {
	}

	static byte[] metadata(DeadLetterMetadata metadata) {
		return bytes((output) -> {
			output.writeByte(VERSION);
			write(output, metadata.session());
			write(output, metadata.route());
			write(output, metadata.topic());
			write(output, metadata.removedFilter());
			output.writeByte(metadata.qos());
			output.writeBoolean(metadata.retained());
			output.writeInt(metadata.payloadSize());
			write(output, metadata.code().name());
			write(output, metadata.exceptionClass());
			write(output, metadata.exceptionMessage());
			output.writeInt(metadata.attempts());
			output.writeLong(metadata.receivedAt().toEpochMilli());
			output.writeLong(metadata.failedAt().toEpochMilli());
		});
	}

	static DeadLetterMetadata metadata(String id, byte[] bytes) {
		return read(bytes, (input) -> new DeadLetterMetadata(id, readText(input), readNullable(input), readText(input),
				readNullable(input), input.readByte(), input.readBoolean(), input.readInt(),
				DeadLetterCode.ofStored(readText(input)), readNullable(input), readNullable(input), input.readInt(),
				Instant.ofEpochMilli(input.readLong()), Instant.ofEpochMilli(input.readLong())));
	}

	static byte[] properties(MqttDelivery delivery) {
		return bytes((output) -> {
			output.writeByte(VERSION);
			output.writeBoolean(delivery.duplicate());
			output.writeBoolean(delivery.payloadIsUtf8());
			write(output, delivery.contentType());
			write(output, delivery.responseTopic());
			write(output, delivery.correlationData());
			Duration expiry = delivery.messageExpiry();
			output.writeLong((expiry != null) ? expiry.toMillis() : -1);
			output.writeInt(delivery.subscriptionIdentifiers().size());
			for (int identifier : delivery.subscriptionIdentifiers()) {
				output.writeInt(identifier);
			}
			output.writeInt(delivery.userProperties().size());
			for (UserProperties.Entry entry : delivery.userProperties()) {
				write(output, entry.name());
				write(output, entry.value());
			}
		});
	}

	static DeadLetter deadLetter(DeadLetterMetadata metadata, byte[] properties, byte[] payload) {
		return read(properties, (input) -> {
			boolean duplicate = input.readBoolean();
			boolean utf8 = input.readBoolean();
			String contentType = readNullable(input);
			String responseTopic = readNullable(input);
			byte[] correlationData = readBytes(input);
			long expiry = input.readLong();
			List<Integer> identifiers = new ArrayList<>();
			for (int count = input.readInt(); count > 0; count--) {
				identifiers.add(input.readInt());
			}
			List<UserProperties.Entry> entries = new ArrayList<>();
			for (int count = input.readInt(); count > 0; count--) {
				entries.add(new UserProperties.Entry(readText(input), readText(input)));
			}
			return new DeadLetter(metadata,
					new StoredDelivery(metadata.topic(), payload, metadata.qos(), metadata.retained(), duplicate,
							contentType, responseTopic, correlationData,
							(expiry >= 0) ? Duration.ofMillis(expiry) : null, utf8, UserProperties.of(entries),
							List.copyOf(identifiers), metadata.session(), metadata.receivedAt()));
		});
	}

	private static byte[] bytes(Encoding encoding) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (DataOutputStream output = new DataOutputStream(bytes)) {
			encoding.write(output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	private static <T> T read(byte[] bytes, Decoding<T> decoding) {
		try (DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes))) {
			int version = input.readByte();
			if (version != VERSION) {
				throw new IllegalStateException("Dead letter of the unknown version " + version);
			}
			return decoding.read(input);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void write(DataOutputStream output, @Nullable String text) throws IOException {
		write(output, (text != null) ? text.getBytes(StandardCharsets.UTF_8) : null);
	}

	private static void write(DataOutputStream output, byte @Nullable [] bytes) throws IOException {
		output.writeInt((bytes != null) ? bytes.length : -1);
		if (bytes != null) {
			output.write(bytes);
		}
	}

	private static String readText(DataInputStream input) throws IOException {
		String text = readNullable(input);
		if (text == null) {
			throw new IOException("Dead letter without a part that must be there");
		}
		return text;
	}

	private static @Nullable String readNullable(DataInputStream input) throws IOException {
		byte[] bytes = readBytes(input);
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null;
	}

	private static byte @Nullable [] readBytes(DataInputStream input) throws IOException {
		int length = input.readInt();
		return (length >= 0) ? input.readNBytes(length) : null;
	}

	private interface Encoding {

		void write(DataOutputStream output) throws IOException;

	}

	private interface Decoding<T> {

		T read(DataInputStream input) throws IOException;

	}

}
