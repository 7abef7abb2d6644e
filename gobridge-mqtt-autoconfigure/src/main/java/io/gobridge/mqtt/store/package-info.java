/**
 * The two places for what must survive a restart: the embedded store and the
 * application's {@code DataSource}.
 */
@NullMarked
package io.gobridge.mqtt.store;

import org.jspecify.annotations.NullMarked;
