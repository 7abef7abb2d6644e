/**
 * The rules of the house as tests.
 */
@NullMarked
package io.gobridge.mqtt.architecture;

import org.jspecify.annotations.NullMarked;
