package io.gobridge.mqtt.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class with a Spring application context, such as a
 * {@code @SpringBootTest}, an MQTT 5 broker of its own: HiveMQ CE in the same virtual
 * machine, see {@link EmbeddedHiveMq}. The application connects to it whatever its
 * properties say, as the address comes from an
 * {@link io.gobridge.mqtt.autoconfigure.MqttConnectionDetails} bean.
 * <p>
 * The broker is a bean of type {@link MqttTestBroker}, for {@code @Autowired} fields and
 * for parameters of test methods. It starts before any MQTT session of the application
 * and is shut down, and its files are removed, after the last of them has stopped when
 * the context is closed. Test classes that share a cached context share the broker, its
 * sessions, retained and {@link MqttTestBroker#received(String) received} messages too. A
 * broker that a test method has stopped is started again after the method.
 * <p>
 * What the sessions keep across restarts (ledger and dead letters) is in a temporary
 * folder that is removed with the context, unless the application sets
 * {@code gobridge.mqtt.store.path}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(MqttTestBrokerParameterResolver.class)
public @interface EmbeddedMqttBroker {

	/**
	 * The port to listen on. Test classes with different ports do not share a context.
	 * @return the port, 0 for a free one
	 */
	int port() default 0;

}
