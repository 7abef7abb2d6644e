package io.gobridge.mqtt.route;

import java.lang.reflect.Type;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON by Jackson: payloads without a content type and those whose content type is JSON.
 */
public final class JsonPayloadFormat implements PayloadFormat {

	private static final String APPLICATION_JSON = "application/json";

	private final JsonMapper mapper;

	public JsonPayloadFormat(JsonMapper mapper) {
		this.mapper = mapper;
	}

	@Override
	public boolean accepts(@Nullable String contentType) {
		if (contentType == null || contentType.equals(APPLICATION_JSON)) {
			return true;
		}
		int end = contentType.indexOf(';');
		String type = ((end < 0) ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
		return type.isEmpty() || type.equals(APPLICATION_JSON) || type.equals("text/json") || type.endsWith("+json");
	}

	@Override
	public Decoder decoder(Type type) {
		return new ReaderDecoder(this.mapper, type);
	}

	@Override
	public String describe(Exception failure) {
		String description = failure.getClass().getSimpleName();
		TokenStreamLocation location = (failure instanceof JacksonException jackson) ? jackson.getLocation() : null;
		return (location != null)
				? description + " at line " + location.getLineNr() + ", column " + location.getColumnNr() : description;
	}

	/**
	 * Makes its reader for the first payload: it takes longer than the rest of a route,
	 * and what a reader has against a type it says when it reads.
	 */
	private static final class ReaderDecoder implements Decoder {

		private final JsonMapper mapper;

		private final Type type;

		private volatile @Nullable ObjectReader reader;

		ReaderDecoder(JsonMapper mapper, Type type) {
			this.mapper = mapper;
			this.type = type;
		}

		@Override
		public @Nullable Object decode(byte[] payload) {
			ObjectReader reader = this.reader;
			if (reader == null) {
				reader = this.mapper.readerFor(this.mapper.constructType(this.type));
				this.reader = reader;
			}
			return reader.readValue(payload);
		}

	}

}
