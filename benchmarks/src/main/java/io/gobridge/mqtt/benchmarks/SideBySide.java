package io.gobridge.mqtt.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import com.hivemq.client.mqtt.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;

import org.springframework.boot.SpringApplication;
import org.springframework.integration.mqtt.inbound.Mqttv5PahoMessageDrivenChannelAdapter;

/**
 * Runs every contender against a {@link Firehose} of its own in one process and prints a
 * table for each QoS. All are connected and warmed up before the first is measured, and
 * they are measured in turn, one run of each before the second run of any, so that a
 * disturbance of the machine does not hit one of them alone. The options are described in
 * {@code README.md}.
 */
final class SideBySide {

	private final Options options;

	private final PrintStream out;

	private final PrintStream progress;

	SideBySide(Options options, PrintStream out, PrintStream progress) {
		this.options = options;
		this.out = out;
		this.progress = progress;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		boolean complete = new SideBySide(Options.from(System.getProperties()), System.out, System.err).run();
		// Threads that a contender has left behind must not keep the process.
		System.exit(complete ? 0 : 1);
	}

	/**
	 * Run everything.
	 * @return whether no contender failed
	 */
	boolean run() throws IOException, InterruptedException {
		// Paho logs here, two lines for every QoS 2 message at the default level.
		Logger.getLogger("").setLevel(Level.WARNING);
		this.out.printf("Java %s (%s), %s, %d processors%n", Runtime.version(), System.getProperty("java.vm.name"),
				System.getProperty("os.name"), Runtime.getRuntime().availableProcessors());
		this.out.printf("%s, %s, %s, %s%n", jar(MqttAsyncClient.class),
				jar(Mqttv5PahoMessageDrivenChannelAdapter.class), jar(MqttClient.class), jar(SpringApplication.class));
		boolean complete = true;
		for (int qos : this.options.qos()) {
			complete &= run(qos);
		}
		return complete;
	}

	private boolean run(int qos) throws IOException, InterruptedException {
		Workload workload = Workload.readings(qos, this.options.topics(), this.options.payloadSize());
		List<Track> tracks = new ArrayList<>();
		List<Result> results;
		try {
			for (Contender contender : this.options.contenders()) {
				tracks.add(new Track(contender, workload, this.options.receiveMaximum()));
			}
			for (Track track : tracks) {
				track.start();
			}
			measure(qos, tracks);
			results = tracks.stream().map(Track::result).toList();
		}
		finally {
			for (Track track : tracks) {
				track.stop();
			}
		}
		this.out.printf(
				"%nQoS %d, %d bytes, %d topic(s), Receive Maximum %d, median (smallest - largest) of %d runs%n%n%s",
				qos, this.options.payloadSize(), this.options.topics(), this.options.receiveMaximum(),
				this.options.runs(), new ResultTable(results));
		this.out.flush();
		return results.stream().allMatch(Result::complete);
	}

	private void measure(int qos, List<Track> tracks) throws InterruptedException {
		// Twice, because what the second contender makes the compiler think over again
		// slows the first.
		Duration half = this.options.warmup().dividedBy(2);
		for (int i = 0; i < 2 && !half.isZero(); i++) {
			for (Track track : tracks) {
				this.progress.printf("QoS %d, warm-up: %s%n", qos, track.id());
				track.warmUp(half);
			}
		}
		for (int run = 1; run <= this.options.runs(); run++) {
			for (Track track : tracks) {
				int messages = this.options.messages();
				messages = (messages > 0) ? messages : track.messagesIn(this.options.runTime());
				this.progress.printf("QoS %d, run %d of %d: %s, %,d messages%n", qos, run, this.options.runs(),
						track.id(), messages);
				System.gc();
				track.measure(messages);
			}
		}
	}

	private static String jar(Class<?> type) {
		CodeSource source = type.getProtectionDomain().getCodeSource();
		return String.valueOf(Path.of(source.getLocation().getPath()).getFileName());
	}

}
