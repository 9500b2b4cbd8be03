package dev.fairlead.host.catalog;

import dev.fairlead.protocol.Prompt;

/**
 * A prompt of a connected server, as the host offers it.
 *
 * @param name under which it is asked for: {@code server__prompt}
 * @param server the configured name of its server
 */
public record OfferedPrompt(String name, String server, Prompt definition) {}
