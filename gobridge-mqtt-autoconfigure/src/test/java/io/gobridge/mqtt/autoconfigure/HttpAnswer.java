package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an endpoint answers to a request.
 */
record HttpAnswer(int status, String body) {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	static HttpAnswer to(int port, String method, String path, @Nullable String contentType, @Nullable String body) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
			.timeout(Duration.ofSeconds(20))
			.method(method, (body != null) ? BodyPublishers.ofString(body) : BodyPublishers.noBody());
		if (contentType != null) {
			request.header("Content-Type", contentType);
		}
		try {
			HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
			return new HttpAnswer(response.statusCode(), response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(method + " " + path, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	JsonNode json() {
		return MAPPER.readTree(this.body);
	}

}
