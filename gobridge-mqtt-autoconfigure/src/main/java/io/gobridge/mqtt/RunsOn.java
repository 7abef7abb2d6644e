package io.gobridge.mqtt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents the kind of thread that a method or all methods of a type run on. A method
 * without it may be called from any thread.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ ElementType.METHOD, ElementType.TYPE, ElementType.CONSTRUCTOR })
public @interface RunsOn {

	/**
	 * The kinds of thread that may call the annotated member.
	 * @return the kinds of thread
	 */
	Kind[] value();

	/**
	 * The three kinds of thread of the engine.
	 */
	enum Kind {

		/**
		 * The threads that read and write the socket. They decode, hand over and write
		 * whole packets, and wait for nothing but the socket.
		 */
		WIRE,

		/**
		 * One thread per session. It owns the state machine, the plan, reconciliation and
		 * timers; what only it touches needs no lock.
		 */
		SESSION,

		/**
		 * Threads that run user code on the lanes of the routes.
		 */
		HANDLER

	}

}
