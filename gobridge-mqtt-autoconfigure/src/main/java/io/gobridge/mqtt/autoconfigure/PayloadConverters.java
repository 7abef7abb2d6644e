package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import io.gobridge.mqtt.route.PayloadFormat;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.messaging.converter.CompositeMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;

/**
 * What converts payloads: the converters of the application, and then what is built in.
 *
 * @param ofApplication the converters of the application, in their order
 * @param format reads what no converter took, or {@code null}
 * @param outbound writes what is neither bytes nor text
 */
record PayloadConverters(List<MessageConverter> ofApplication, @Nullable PayloadFormat format,
		MessageConverter outbound) {

	/** Converters that other frameworks keep for themselves. */
	private static final List<String> FOREIGN = List.of("brokerMessageConverter",
			"integrationArgumentResolverMessageConverter");

	static PayloadConverters of(BeanFactory beanFactory, ObjectProvider<MessageConverter> converters,
			@Nullable PayloadCodec codec) {
		Set<Object> foreign = Collections.newSetFromMap(new IdentityHashMap<>());
		for (String name : FOREIGN) {
			if (beanFactory.containsBean(name)) {
				foreign.add(beanFactory.getBean(name));
			}
		}
		List<MessageConverter> own = new ArrayList<>(converters.orderedStream().toList());
		own.removeAll(foreign);
		List<MessageConverter> outbound = new ArrayList<>(own);
		if (codec != null) {
			outbound.add(codec.converter());
		}
		outbound.add(new StringMessageConverter());
		return new PayloadConverters(List.copyOf(own), (codec != null) ? codec.format() : null,
				new CompositeMessageConverter(outbound));
	}

}
