package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

import javax.net.ssl.SSLSocket;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.internal.TCPNetworkModule;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.jspecify.annotations.Nullable;

/**
 * Paho's TCP module with TLS and WebSocket frames on top of it, and with streams that let
 * Paho see no more than it has to.
 * <p>
 * Paho's own modules for TLS and WebSocket are not used. The first sends a literal
 * address as server name, fails on an IPv6 literal, discards the parameters of the socket
 * factory, and does not close the socket when it stops, because half-closing a TLS socket
 * fails. The second ends on a ping or a fragmented message, loses its place when a frame
 * comes with a pause in it, and hands over one byte at a time through a pipe.
 */
final class WireModule extends TCPNetworkModule {

	/** How often a read returns without data, so that Paho may look around. */
	private static final int READ_TIMEOUT_MILLIS = 1000;

	private final PahoConnection connection;

	private final BrokerAddress address;

	private final MqttConnectionOptions options;

	private final InboundPackets packets;

	private @Nullable PacketInput input;

	private @Nullable PahoOutput output;

	WireModule(PahoConnection connection, BrokerAddress address, MqttConnectionOptions options,
			InboundPackets packets) {
		super(new GuardedSocketFactory(address.tls() ? null : options.getSocketFactory(), connection.end()),
				address.host(), address.port(), "");
		this.connection = connection;
		this.address = address;
		this.options = options;
		this.packets = packets;
		setConnectTimeout(options.getConnectionTimeout());
	}

	/**
	 * Opens the socket. Called by Paho on a thread of its own, which ends with the
	 * CONNECT.
	 */
	@Override
	public void start() throws IOException, MqttException {
		this.connection.paho().onConnectThread();
		boolean tlsBegun = false;
		try {
			super.start();
			this.socket.setTcpNoDelay(true);
			// The attempt as a whole is bounded from outside.
			this.socket.setSoTimeout(0);
			Socket plain = this.socket;
			if (this.address.tls()) {
				tlsBegun = true;
				SSLSocket tls = TlsHandshake.run(plain, this.address, this.options);
				tlsBegun = false;
				this.socket = tls;
			}
			Transport transport = this.address.webSocket()
					? WebSocketTransport.open(this.socket, this.address, this.options, this.connection::nudgeWriter)
					: new SocketTransport(this.socket);
			this.socket.setSoTimeout(READ_TIMEOUT_MILLIS);
			this.input = new PacketInput(transport.input(), this.packets);
			this.output = new PahoOutput(this.connection);
			this.connection.opened(transport);
		}
		catch (IOException | MqttException | RuntimeException ex) {
			this.connection.attemptFailed(ex, tlsBegun);
			throw ex;
		}
	}

	@Override
	public InputStream getInputStream() throws IOException {
		return opened(this.input);
	}

	@Override
	public OutputStream getOutputStream() throws IOException {
		return opened(this.output);
	}

	/**
	 * Called by Paho when it gives up, for whatever reason. Nothing is written and
	 * nothing is waited for, unlike in what this overrides.
	 */
	@Override
	public void stop() {
		this.connection.stoppedByPaho();
	}

	@Override
	public String getServerURI() {
		return this.address.forPaho();
	}

	private static <T> T opened(@Nullable T stream) throws IOException {
		if (stream == null) {
			throw new IOException("The socket is not open");
		}
		return stream;
	}

}
