package io.gobridge.mqtt.benchmarks;

/**
 * A client under measurement. It connects to the {@link Firehose}, subscribes to
 * {@link Workload#FILTER} and gives every message to the {@link Tally}, in the way in
 * which an application that uses this client would get it.
 */
interface Contender {

	/**
	 * What the client is called in the options and in the table, for example
	 * {@code hivemq-manual}.
	 */
	String id();

	/**
	 * Connect and subscribe; the first message may come before this returns.
	 * @param broker where to connect to, and how
	 * @param tally what the handler has to call for every message
	 * @return the connection, to be stopped after the last run
	 */
	Connection start(Broker broker, Tally tally) throws Exception;

	/**
	 * What a contender needs to know about its server.
	 *
	 * @param port the port on the loopback address
	 * @param qos the QoS to subscribe with
	 * @param receiveMaximum the Receive Maximum to announce
	 */
	record Broker(int port, int qos, int receiveMaximum) {

		/** The address in the form that Paho understands. */
		String url() {
			return "tcp://localhost:" + this.port;
		}

	}

	/** A started contender. */
	interface Connection {

		/** Disconnect and give back every thread. */
		void stop() throws Exception;

	}

}
