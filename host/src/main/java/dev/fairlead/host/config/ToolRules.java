package dev.fairlead.host.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tools of a server are offered, and how.
 *
 * @param include patterns ({@code *} and {@code ?}) of which a tool must match one; empty for all
 * @param exclude patterns of which a tool may match none, whatever else is said
 * @param single rules of single tools, by name
 */
public record ToolRules(List<String> include, List<String> exclude, Map<String, Rule> single) {
    /** Offers everything, as it is. */
    public static final ToolRules ALL = new ToolRules(List.of(), List.of(), Map.of());

    /** Copies the collections. */
    public ToolRules {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        single = Collections.unmodifiableMap(new LinkedHashMap<>(single));
    }

    /**
     * The rule of a single tool.
     *
     * @param alias under which name it is offered; null for the usual one
     * @param timeout how long a call may take; null for what the server's calls may take
     */
    public record Rule(
            boolean enabled,
            @Nullable String alias,
            @Nullable Duration timeout) {
        /** Nothing special. */
        public static final Rule USUAL = new Rule(true, null, null);
    }
}
