package io.gobridge.mqtt.route;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;
import org.springframework.util.ClassUtils;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Invokes a method of a bean. A call looks nothing up and, where no parameter asks for
 * it, makes neither a message nor a map of headers.
 */
final class HandlerMethodRouteHandler implements MqttRouteHandler {

	private static final boolean REACTOR_PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			HandlerMethodRouteHandler.class.getClassLoader());

	private final Object bean;

	private final Method method;

	private final HandlerArgument[] arguments;

	private final HandlerResult result;

	private final RouteTemplates templates;

	private final String description;

	private HandlerMethodRouteHandler(Target target, HandlerArgument[] arguments, HandlerResult result,
			RouteTemplates templates) {
		this.bean = target.bean();
		this.method = target.invocable();
		this.arguments = arguments;
		this.result = result;
		this.templates = templates;
		this.description = target.description();
	}

	/**
	 * Makes the handler of a method.
	 * @param target the method
	 * @param settings what it is invoked with
	 * @param templates the templates of the route
	 * @return the handler
	 * @throws InvalidRouteException if the method can not be a handler
	 */
	static HandlerMethodRouteHandler create(Target target, HandlerMethodSettings settings, RouteTemplates templates) {
		if (KotlinDetector.isSuspendingFunction(target.declared())) {
			throw new InvalidRouteException(target.description(), "suspending functions are not supported", null);
		}
		TargetMethod declared = new TargetMethod(target);
		MethodParameter[] parameters = declared.getMethodParameters();
		for (MethodParameter parameter : parameters) {
			parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
		}
		HandlerArgument[] arguments = new HandlerArguments(settings, templates).of(parameters, target.description());
		HandlerResult result = result(declared.getReturnType().getParameterType(), settings, target.description());
		target.invocable().trySetAccessible();
		return new HandlerMethodRouteHandler(target, arguments, result, templates);
	}

	private static HandlerResult result(Class<?> type, HandlerMethodSettings settings, String description) {
		if (type == void.class || type == Void.class || type.getName().equals("kotlin.Unit")) {
			return HandlerResult.NONE;
		}
		if (CompletionStage.class.isAssignableFrom(type)) {
			return HandlerResult.STAGE;
		}
		if (Future.class.isAssignableFrom(type)) {
			throw new InvalidRouteException(description,
					"nobody is told when a " + type.getSimpleName() + " completes; return a CompletionStage", null);
		}
		HandlerResult reactive = REACTOR_PRESENT ? ReactiveResult.forType(type) : null;
		return (reactive != null) ? reactive : new ReplyResult(settings.replyPublisher(), description);
	}

	@Override
	public @Nullable CompletionStage<?> handle(MqttDelivery delivery, Acknowledgment acknowledgment) throws Exception {
		HandlerInvocation invocation = new HandlerInvocation(delivery, acknowledgment, this.templates);
		@Nullable Object[] values = new @Nullable Object[this.arguments.length];
		for (int i = 0; i < values.length; i++) {
			values[i] = this.arguments[i].resolve(invocation);
		}
		return this.result.take(delivery, invoke(values));
	}

	private @Nullable Object invoke(@Nullable Object[] values) throws Exception {
		try {
			return this.method.invoke(this.bean, values);
		}
		catch (InvocationTargetException ex) {
			Throwable cause = ex.getTargetException();
			if (cause instanceof Exception exception) {
				throw exception;
			}
			if (cause instanceof Error error) {
				throw error;
			}
			throw new UndeclaredThrowableException(cause);
		}
	}

	@Override
	public String toString() {
		return this.description;
	}

	/**
	 * The method to invoke.
	 *
	 * @param bean the bean, or its proxy
	 * @param declared the method as the user wrote it, which has the annotations
	 * @param invocable the method to call on the bean
	 * @param type the class of the bean without proxies
	 * @param description describes bean and method
	 */
	record Target(Object bean, Method declared, Method invocable, Class<?> type, String description) {
	}

	/**
	 * Finds annotations of parameters on interfaces too, and resolves type variables by
	 * the class of the bean.
	 */
	private static final class TargetMethod extends AnnotatedMethod {

		private final Class<?> type;

		TargetMethod(Target target) {
			super(target.declared());
			this.type = target.type();
		}

		@Override
		protected Class<?> getContainingClass() {
			return this.type;
		}

	}

}
