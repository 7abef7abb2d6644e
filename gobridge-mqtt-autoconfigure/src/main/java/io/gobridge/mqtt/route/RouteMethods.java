package io.gobridge.mqtt.route;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * The {@link MqttRoute} methods of classes, and the routes they make.
 */
final class RouteMethods {

	private static final Logger logger = LoggerFactory.getLogger(RouteMethods.class);

	private final Set<Class<?>> without = ConcurrentHashMap.newKeySet();

	boolean hasRoutes(Class<?> type) {
		return !find(type).isEmpty();
	}

	/**
	 * Makes the routes of a bean.
	 * @param bean the bean
	 * @param beanFactory resolves the attributes
	 * @param settings what the methods are invoked with
	 * @return the routes
	 * @throws InvalidRouteException if a method can not be a handler, or a route can not
	 * be what its annotation says
	 */
	List<MqttRouteDefinition> routes(Bean bean, ConfigurableBeanFactory beanFactory, HandlerMethodSettings settings) {
		List<MqttRouteDefinition> routes = new ArrayList<>();
		Map<String, Integer> uses = new HashMap<>();
		for (AnnotatedMethods each : find(bean.type())) {
			String description = "of bean '" + bean.name() + "', method " + describe(each.method(), bean.type());
			Method invocable = invocable(each.method(), bean, description);
			for (MqttRoute annotation : each.annotations()) {
				String defaultId = bean.name() + "." + each.method().getName();
				int use = uses.merge(defaultId, 1, Integer::sum);
				MqttRouteDefinitionBuilder builder = new RouteAttributes(beanFactory, description).resolve(annotation,
						(use == 1) ? defaultId : defaultId + "#" + use);
				HandlerMethodRouteHandler handler = HandlerMethodRouteHandler
					.create(new HandlerMethodRouteHandler.Target(bean.instance(), each.method(), invocable, bean.type(),
							description), settings, new RouteTemplates(builder.templates()));
				routes.add(builder.asyncHandler(handler).build());
			}
		}
		return routes;
	}

	private static Method invocable(Method method, Bean bean, String description) {
		if (Modifier.isPrivate(method.getModifiers())) {
			throw new InvalidRouteException(description, "the method is private", null);
		}
		if (Modifier.isFinal(method.getModifiers()) && AopUtils.isCglibProxy(bean.instance())) {
			throw new InvalidRouteException(description,
					"the method is final, so that the proxy of the bean can not pass it on to the bean", null);
		}
		try {
			return AopUtils.selectInvocableMethod(method, bean.instance().getClass());
		}
		catch (IllegalStateException ex) {
			Method generic = genericInterfaceMethod(method, bean);
			if (generic != null) {
				return generic;
			}
			throw new InvalidRouteException(description,
					"the bean is behind a proxy that has none but the methods of its interfaces; declare the method"
							+ " in an interface, or have the class proxied (proxyTargetClass=true)",
					ex);
		}
	}

	/**
	 * What a JDK proxy has in place of a method whose parameters are type variables in
	 * the interface: there their types are erased, so that a look-up by type fails.
	 */
	private static @Nullable Method genericInterfaceMethod(Method method, Bean bean) {
		for (Class<?> type : ClassUtils.getAllInterfaces(bean.instance())) {
			for (Method candidate : type.getMethods()) {
				if (candidate.getName().equals(method.getName())
						&& Arrays.equals(resolvedTypes(candidate, bean.type()), method.getParameterTypes())) {
					return candidate;
				}
			}
		}
		return null;
	}

	private static Class<?>[] resolvedTypes(Method method, Class<?> type) {
		Class<?>[] types = new Class<?>[method.getParameterCount()];
		for (int i = 0; i < types.length; i++) {
			types[i] = ResolvableType.forMethodParameter(method, i, type).toClass();
		}
		return types;
	}

	private static String describe(Method method, Class<?> type) {
		List<String> parameters = new ArrayList<>();
		for (Class<?> parameter : method.getParameterTypes()) {
			parameters.add(parameter.getSimpleName());
		}
		return type.getSimpleName() + "." + method.getName() + "(" + String.join(", ", parameters) + ")";
	}

	private List<AnnotatedMethods> find(Class<?> type) {
		if (this.without.contains(type) || !isCandidate(type)) {
			return List.of();
		}
		List<AnnotatedMethods> found = new ArrayList<>();
		try {
			MethodIntrospector
				.selectMethods(type, (MethodIntrospector.MetadataLookup<List<MqttRoute>>) RouteMethods::annotations)
				.forEach((method, annotations) -> found.add(new AnnotatedMethods(method, annotations)));
		}
		catch (LinkageError ex) {
			// A signature with an optional class that is not there.
			logger.debug("The methods of {} can not be looked through", type, ex);
		}
		if (found.isEmpty()) {
			this.without.add(type);
		}
		// The order of reflection is not stable, but default ids and logs ought to be.
		found.sort(Comparator.comparing((each) -> describe(each.method(), type)));
		return found;
	}

	private static boolean isCandidate(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, MqttRoute.class)
				&& !(type.getName().startsWith("org.springframework.")
						&& !AnnotatedElementUtils.isAnnotated(ClassUtils.getUserClass(type), Component.class));
	}

	/**
	 * The annotations of a method or else of the nearest method that it overrides.
	 */
	private static @Nullable List<MqttRoute> annotations(Method method) {
		List<MergedAnnotation<MqttRoute>> all = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream(MqttRoute.class)
			.toList();
		if (all.isEmpty()) {
			return null;
		}
		int nearest = Integer.MAX_VALUE;
		for (MergedAnnotation<MqttRoute> annotation : all) {
			nearest = Math.min(nearest, annotation.getAggregateIndex());
		}
		List<MqttRoute> annotations = new ArrayList<>(all.size());
		for (MergedAnnotation<MqttRoute> annotation : all) {
			if (annotation.getAggregateIndex() == nearest) {
				annotations.add(annotation.synthesize());
			}
		}
		return annotations;
	}

	/**
	 * A bean with routes.
	 *
	 * @param instance the bean, or its proxy
	 * @param name the name
	 * @param type the class without proxies
	 */
	record Bean(Object instance, String name, Class<?> type) {
	}

	private record AnnotatedMethods(Method method, List<MqttRoute> annotations) {
	}

}
