package io.gobridge.mqtt.router;

import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/**
 * The retries of all routes of a session, which differ in nothing. Made when a handler
 * fails for the first time, as most applications start without that.
 */
final class HandlerRetry {

	private final RouterSettings.Retry settings;

	private volatile @Nullable RetryTemplate template;

	HandlerRetry(RouterSettings.Retry settings) {
		this.settings = settings;
	}

	/** Whether there is any retry at all. */
	boolean isEnabled() {
		return this.settings.maxRetries() > 0;
	}

	/**
	 * Returns what retries. Keeps nothing of a call, so that two that come first at once
	 * may each make one.
	 * @return retries, its first call being the attempt that has failed
	 */
	RetryTemplate template() {
		RetryTemplate template = this.template;
		if (template == null) {
			template = new RetryTemplate(RetryPolicy.builder()
				.maxRetries(this.settings.maxRetries())
				.delay(this.settings.initialInterval())
				.multiplier(this.settings.multiplier())
				.maxDelay(this.settings.maxInterval())
				.predicate(FailurePolicy::isRetryable)
				.build());
			this.template = template;
		}
		return template;
	}

}
