package io.gobridge.mqtt.autoconfigure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Lets the body of the baseline operation of the endpoint {@code mqtt} be an object with
 * an array. Operations of endpoints take texts only, so the array is handed on as its
 * JSON text.
 */
@ControllerAdvice
final class BaselineBody extends RequestBodyAdviceAdapter {

	private static final String PATTERN = "/mqtt/{session}/{kind}/{action}";

	/** Much more than all filters that anybody has, and no burden to take apart. */
	private static final int MAX_SIZE = 1024 * 1024;

	/** What Spring MVC calls the pattern that the request was found by. */
	private static final String ATTRIBUTE = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

	@Override
	public boolean supports(MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		return request != null && Map.class.isAssignableFrom(parameter.getParameterType())
				&& String.valueOf(request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST)).endsWith(PATTERN);
	}

	@Override
	public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) throws IOException {
		byte[] body = message.getBody().readNBytes(MAX_SIZE + 1);
		if (body.length > MAX_SIZE) {
			throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE);
		}
		return new Body(message.getHeaders(), flattened(body));
	}

	private static byte[] flattened(byte[] body) {
		try {
			@Nullable Map<String, Object> object = JsonParserFactory.getJsonParser()
				.parseMap(new String(body, StandardCharsets.UTF_8));
			if (object == null) {
				// The body is "null".
				return body;
			}
			object.replaceAll((name, value) -> (value instanceof List<?> list)
					? JsonWriter.standard().writeToString(list) : value);
			return JsonWriter.standard().writeToString(object).getBytes(StandardCharsets.UTF_8);
		}
		catch (JsonParseException ex) {
			// Refused by whoever reads it next.
			return body;
		}
	}

	/**
	 * A body that was read.
	 */
	private record Body(HttpHeaders headers, byte[] bytes) implements HttpInputMessage {

		@Override
		public InputStream getBody() {
			return new ByteArrayInputStream(this.bytes);
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

	}

}
