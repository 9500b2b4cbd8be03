package dev.fairlead.host.catalog;

import dev.fairlead.protocol.Tool;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A tool of a connected server, as the host offers it.
 *
 * @param name under which it is called: {@code server__tool}, or its alias
 * @param server the configured name of its server
 * @param definition as the server gave it
 * @param timeout how long a call may take; null for what the server's calls may take
 */
public record OfferedTool(
        String name,
        String server,
        Tool definition,
        boolean enabled,
        @Nullable Duration timeout) {}
