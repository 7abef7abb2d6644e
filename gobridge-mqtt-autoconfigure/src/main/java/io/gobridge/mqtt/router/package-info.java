/**
 * From a delivery to its settlement: match, dispatch, settle.
 */
@NullMarked
package io.gobridge.mqtt.router;

import org.jspecify.annotations.NullMarked;
