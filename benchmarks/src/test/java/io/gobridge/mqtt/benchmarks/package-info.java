@NullMarked
package io.gobridge.mqtt.benchmarks;

import org.jspecify.annotations.NullMarked;
