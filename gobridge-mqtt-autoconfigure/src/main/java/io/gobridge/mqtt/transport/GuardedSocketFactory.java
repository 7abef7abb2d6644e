package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

import javax.net.SocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * Makes the socket of one attempt and has it closed when the connection is cut, also
 * while it is still connecting.
 */
final class GuardedSocketFactory extends SocketFactory {

	private final SocketFactory delegate;

	private final ConnectionEnd end;

	GuardedSocketFactory(@Nullable SocketFactory delegate, ConnectionEnd end) {
		this.delegate = (delegate != null) ? delegate : SocketFactory.getDefault();
		this.end = end;
	}

	private Socket guarded(Socket socket) throws IOException {
		this.end.guard(socket);
		return socket;
	}

	@Override
	public Socket createSocket() throws IOException {
		return guarded(this.delegate.createSocket());
	}

	@Override
	public Socket createSocket(String host, int port) throws IOException {
		return guarded(this.delegate.createSocket(host, port));
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
		return guarded(this.delegate.createSocket(host, port, localHost, localPort));
	}

	@Override
	public Socket createSocket(InetAddress host, int port) throws IOException {
		return guarded(this.delegate.createSocket(host, port));
	}

	@Override
	public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
			throws IOException {
		return guarded(this.delegate.createSocket(address, port, localAddress, localPort));
	}

}
