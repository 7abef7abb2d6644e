package io.gobridge.mqtt.route;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Finds {@link MqttRoute} methods and registers their routes.
 * <p>
 * The beans are looked through by their types after all singletons have been created, so
 * that no message can meet a half-made application, and a bean is found even where nobody
 * has asked for it yet: lazy beans are created then. Beans that are registered later are
 * found when they are created. A bean behind a scoped proxy is found once, and called
 * through the proxy. Any other bean that is not a singleton is refused, as it would be
 * open which of its instances handles a message.
 * <p>
 * Needs a {@link MqttRouteRegistry} and a {@link HandlerMethodSettings} bean; neither is
 * created before the first route is found.
 */
public final class MqttRouteAnnotationBeanPostProcessor
		implements BeanPostProcessor, SmartInitializingSingleton, BeanFactoryAware {

	private static final Logger logger = LoggerFactory.getLogger(MqttRouteAnnotationBeanPostProcessor.class);

	private final RouteMethods methods = new RouteMethods();

	private final Set<String> processed = ConcurrentHashMap.newKeySet();

	private @Nullable ConfigurableListableBeanFactory beanFactory;

	private volatile boolean scanned;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		ConfigurableListableBeanFactory beanFactory = beanFactory();
		for (String beanName : beanFactory.getBeanNamesForType(Object.class)) {
			if (!ScopedProxyUtils.isScopedTarget(beanName) && !isOfSpringBoot(beanFactory, beanName)) {
				Class<?> type = targetType(beanFactory, beanName);
				if (type != null && this.methods.hasRoutes(type)) {
					requireSingleton(beanFactory, beanName);
					register(beanFactory, beanFactory.getBean(beanName), beanName, type);
				}
			}
		}
		this.scanned = true;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.scanned || this.processed.contains(beanName) || ScopedProxyUtils.isScopedTarget(beanName)) {
			return bean;
		}
		ConfigurableListableBeanFactory beanFactory = beanFactory();
		Class<?> type = (bean instanceof ScopedObject) ? targetType(beanFactory, beanName)
				: AopProxyUtils.ultimateTargetClass(bean);
		if (type != null && this.methods.hasRoutes(type) && beanFactory.containsLocalBean(beanName)) {
			requireSingleton(beanFactory, beanName);
			register(beanFactory, bean, beanName, type);
		}
		return bean;
	}

	private void register(ConfigurableListableBeanFactory beanFactory, Object bean, String beanName, Class<?> type) {
		if (!this.processed.add(beanName)) {
			return;
		}
		MqttRouteRegistry registry = beanFactory.getBean(MqttRouteRegistry.class);
		HandlerMethodSettings settings = beanFactory.getBean(HandlerMethodSettings.class);
		for (MqttRouteDefinition definition : this.methods.routes(new RouteMethods.Bean(bean, beanName, type),
				beanFactory, settings)) {
			registry.register(definition);
			logger.debug("MQTT {} for filters {} is handled by {}", definition, definition.filters(),
					definition.description());
		}
	}

	/**
	 * What Spring Boot's own configuration makes has no routes, and some of it, a JSON
	 * mapper above all, has hundreds of methods to look through.
	 */
	private static boolean isOfSpringBoot(ConfigurableListableBeanFactory beanFactory, String beanName) {
		if (!beanFactory.containsBeanDefinition(beanName)
				|| !(beanFactory.getBeanDefinition(beanName) instanceof AnnotatedBeanDefinition definition)) {
			return false;
		}
		MethodMetadata factoryMethod = definition.getFactoryMethodMetadata();
		return factoryMethod != null && factoryMethod.getDeclaringClassName().startsWith("org.springframework.boot.");
	}

	private static void requireSingleton(ConfigurableListableBeanFactory beanFactory, String beanName) {
		if (!beanFactory.isSingleton(beanName)) {
			throw new InvalidRouteException("of bean '" + beanName + "'",
					"the bean is not a singleton; make it one, or give its scope a proxy", null);
		}
	}

	private static @Nullable Class<?> targetType(ConfigurableListableBeanFactory beanFactory, String beanName) {
		try {
			Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, beanName);
			if (type != null && ScopedObject.class.isAssignableFrom(type)) {
				Class<?> target = AutoProxyUtils.determineTargetClass(beanFactory,
						ScopedProxyUtils.getTargetBeanName(beanName));
				return (target != null) ? target : type;
			}
			if (type != null && SpringProxy.class.isAssignableFrom(type)) {
				// Made by a post-processor that leaves no note of the original class.
				Object bean = beanFactory.getSingleton(beanName);
				return (bean != null) ? AopProxyUtils.ultimateTargetClass(bean) : ClassUtils.getUserClass(type);
			}
			return type;
		}
		catch (RuntimeException | LinkageError ex) {
			// A bean whose type can not be loaded here has no route for anybody.
			logger.debug("The type of bean '{}' can not be determined", beanName, ex);
			return null;
		}
	}

	private ConfigurableListableBeanFactory beanFactory() {
		ConfigurableListableBeanFactory beanFactory = this.beanFactory;
		if (beanFactory == null) {
			throw new IllegalStateException("Not in a bean factory");
		}
		return beanFactory;
	}

}
