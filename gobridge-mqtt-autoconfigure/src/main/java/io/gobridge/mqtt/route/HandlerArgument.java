package io.gobridge.mqtt.route;

import org.jspecify.annotations.Nullable;

/**
 * How one parameter of a handler method gets its value. Chosen once, when the route is
 * made.
 */
@FunctionalInterface
interface HandlerArgument {

	/**
	 * Resolves the argument for one call.
	 * @param invocation the call
	 * @return the argument
	 * @throws Exception if there is none
	 */
	@Nullable Object resolve(HandlerInvocation invocation) throws Exception;

}
