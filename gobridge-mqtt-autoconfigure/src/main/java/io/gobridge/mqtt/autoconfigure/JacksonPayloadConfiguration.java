package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.JsonPayloadFormat;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.converter.JacksonJsonMessageConverter;

/**
 * JSON payloads by Jackson 3, with the application's mapper where there is one.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(JsonMapper.class)
class JacksonPayloadConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PayloadCodec mqttPayloadCodec(ObjectProvider<JsonMapper> mapper) {
		JsonMapper json = mapper.getIfAvailable(() -> JsonMapper.builder().build());
		return new PayloadCodec(new JsonPayloadFormat(json), new JacksonJsonMessageConverter(json));
	}

}
