package io.gobridge.mqtt.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * TLS of one connection.
 */
final class SslProperties {

	/**
	 * SSL bundle with the trust and key material for TLS addresses. Without one the
	 * defaults of the virtual machine are used.
	 */
	private @Nullable String bundle;

	/**
	 * Whether the certificate of the broker must name the host that is connected to.
	 */
	private boolean verifyHostname = true;

	public @Nullable String getBundle() {
		return this.bundle;
	}

	public void setBundle(@Nullable String bundle) {
		this.bundle = bundle;
	}

	public boolean isVerifyHostname() {
		return this.verifyHostname;
	}

	public void setVerifyHostname(boolean verifyHostname) {
		this.verifyHostname = verifyHostname;
	}

}
