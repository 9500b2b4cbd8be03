package dev.fairlead.host.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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

    private static final Pattern FIT = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern TAILED = Pattern.compile("_[0-9a-f]{16,}$");

    /** Copies the collections. */
    public ToolRules {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        single = Collections.unmodifiableMap(new LinkedHashMap<>(single));
    }

    /**
     * Tells whether a tool can be offered under this alias: it fits every model, and can be mistaken for no name that a
     * tool has without one, as those have a double underscore or a tail.
     */
    public static boolean fitsAsAlias(String alias) {
        return FIT.matcher(alias).matches()
                && !alias.contains("__")
                && !TAILED.matcher(alias).find();
    }

    /**
     * The rule of a single tool.
     *
     * @param alias under which name it is offered; null for the usual one
     * @param timeout how long a call may take; null for what the server's calls may take
     * @param readsOnly whether the user knows that it changes nothing
     */
    public record Rule(
            boolean enabled,
            @Nullable String alias,
            @Nullable Duration timeout,
            boolean readsOnly) {
        /** Nothing special. */
        public static final Rule USUAL = new Rule(true, null, null);

        /** Says nothing about what the tool changes. */
        public Rule(boolean enabled, @Nullable String alias, @Nullable Duration timeout) {
            this(enabled, alias, timeout, false);
        }
    }
}
