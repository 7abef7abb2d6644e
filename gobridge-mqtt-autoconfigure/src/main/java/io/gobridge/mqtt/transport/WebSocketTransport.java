package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Map;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;

/**
 * MQTT in WebSocket frames (MQTT 5, section 6; RFC 6455).
 */
final class WebSocketTransport implements Transport {

	private final WebSocketInput input;

	private final WebSocketOutput output;

	private WebSocketTransport(WebSocketInput input, WebSocketOutput output) {
		this.input = input;
		this.output = output;
	}

	/**
	 * Does the opening handshake.
	 * @param socket the open socket
	 * @param address what to ask for
	 * @param options custom headers
	 * @param wakeWriter makes the writer flush the output
	 * @return the bytes within the frames
	 * @throws IOException if the server does not speak MQTT over WebSocket
	 */
	static Transport open(Socket socket, BrokerAddress address, MqttConnectionOptions options, Runnable wakeWriter)
			throws IOException {
		Map<String, String> headers = options.getCustomWebSocketHeaders();
		WebSocketHandshake handshake = new WebSocketHandshake(address, (headers != null) ? headers : Map.of());
		handshake.run(socket.getInputStream(), socket.getOutputStream());
		WebSocketOutput output = new WebSocketOutput(socket.getOutputStream());
		WebSocketInput input = new WebSocketInput(socket.getInputStream(), (payload) -> {
			output.pong(payload);
			wakeWriter.run();
		});
		return new WebSocketTransport(input, output);
	}

	@Override
	public InputStream input() {
		return this.input;
	}

	@Override
	public OutputStream output() {
		return this.output;
	}

	@Override
	public void endOutput() throws IOException {
		this.output.end();
	}

}
