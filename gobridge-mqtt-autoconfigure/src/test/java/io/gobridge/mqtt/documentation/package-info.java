/**
 * Tests that generated pages of the documentation are up to date.
 */
@NullMarked
package io.gobridge.mqtt.documentation;

import org.jspecify.annotations.NullMarked;
