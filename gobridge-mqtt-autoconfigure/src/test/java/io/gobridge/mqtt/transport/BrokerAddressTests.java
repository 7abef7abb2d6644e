package io.gobridge.mqtt.transport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BrokerAddress}.
 */
class BrokerAddressTests {

	@ParameterizedTest
	@CsvSource({ "mqtt://host,false,false,host,1883,'',tcp://host:1883",
			"tcp://host:1,false,false,host,1,'',tcp://host:1", "MQTTS://host,true,false,host,8883,'',ssl://host:8883",
			"ssl://host:99,true,false,host,99,'',ssl://host:99", "tls://host/,true,false,host,8883,'',ssl://host:8883",
			"ws://host,false,true,host,80,/mqtt,ws://host:80", "ws://host:8080/,false,true,host,8080,/,ws://host:8080",
			"wss://host/a/b?c=d%20e,true,true,host,443,/a/b?c=d%20e,wss://host:443",
			"mqtt://my_broker:1884,false,false,my_broker,1884,'',tcp://my_broker:1884",
			"mqtt://[::1]:1884,false,false,::1,1884,'',tcp://[::1]:1884",
			"mqtts://[2001:db8::1],true,false,2001:db8::1,8883,'',ssl://[2001:db8::1]:8883",
			"mqtt://127.0.0.1:,false,false,127.0.0.1,1883,'',tcp://127.0.0.1:1883" })
	void takesAddressesApart(String address, boolean tls, boolean webSocket, String host, int port, String target,
			String forPaho) {
		BrokerAddress parsed = BrokerAddress.parse(address);
		assertThat(parsed).isEqualTo(new BrokerAddress(tls, webSocket, host, port, target));
		assertThat(parsed.forPaho()).isEqualTo(forPaho);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "host", "host:1883", "http://host", "mqtt://", "mqtt://:1883", "mqtt://host:0",
			"mqtt://host:65536", "mqtt://host:port", "mqtt://host:123456789012", "mqtt://host/path", "mqtt://a b",
			"mqtt:host" })
	void refusesWhatIsNone(String address) {
		assertThatIllegalArgumentException().isThrownBy(() -> BrokerAddress.parse(address));
	}

	@Test
	void doesNotRepeatCredentials() {
		assertThatIllegalArgumentException().isThrownBy(() -> BrokerAddress.parse("mqtt://user:secret@host"))
			.withMessageNotContaining("secret");
		assertThatIllegalArgumentException().isThrownBy(() -> BrokerAddress.parse("mqtt://user:secret@ho st"))
			.withMessageNotContaining("secret")
			.withNoCause();
	}

}
