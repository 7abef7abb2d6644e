/**
 * Topic names, topic filters and topic templates by MQTT 5, section 4.7, and an immutable
 * trie that matches a topic name against many filters. Pure JDK.
 */
@NullMarked
package io.gobridge.mqtt.topic;

import org.jspecify.annotations.NullMarked;
