package io.gobridge.mqtt.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.packet.MqttWireMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What Paho needs to decode one PUBLISH of a {@link Firehose} that lies complete in
 * memory: the yardstick for a decoder of our own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PahoDecoderBenchmark {

	@Param({ "128", "4096" })
	int payloadSize;

	private byte[] packet = {};

	@Setup
	public void encode() {
		PublishImage image = PublishImage.of(Workload.readings(1, 1, this.payloadSize), 1, (topic) -> List.of(7));
		this.packet = image.copy(0);
	}

	@Benchmark
	public MqttWireMessage decode() throws MqttException {
		return MqttWireMessage.createWireMessage(this.packet);
	}

}
