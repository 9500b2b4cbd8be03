package dev.fairlead.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The keys of {@code _meta}: those with a meaning, and which ones anybody may invent. */
public final class MetaKey {
    /** The revision of a request (2026-07-28). */
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

    /** Who sends a request (2026-07-28). */
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

    /** What the sender of a request can do (2026-07-28). */
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** Which log messages a request wants (2026-07-28). */
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

    /** Who sends a result (2026-07-28). */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    /** The subscription that a notification belongs to (2026-07-28). */
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    /** The task that a message belongs to (2025-11-25). */
    public static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

    /** What to tell a model while a task runs (2025-11-25). */
    public static final String MODEL_IMMEDIATE_RESPONSE = "io.modelcontextprotocol/model-immediate-response";

    /** What progress notifications of a request refer to. */
    public static final String PROGRESS_TOKEN = "progressToken";

    /** The position of a message in a trace (W3C Trace Context). */
    public static final String TRACEPARENT = "traceparent";

    /** What vendors add to a trace (W3C Trace Context). */
    public static final String TRACESTATE = "tracestate";

    /** What travels along with a trace (W3C Baggage). */
    public static final String BAGGAGE = "baggage";

    private static final Pattern LABEL = Pattern.compile("[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");
    private static final Set<String> OWNERS = Set.of("modelcontextprotocol", "mcp");

    private MetaKey() {}

    /** Tells whether the key is a name, or a prefix of dotted labels, a slash and possibly a name. */
    public static boolean wellFormed(String key) {
        int slash = key.indexOf('/');
        var name = key.substring(slash + 1);
        if (slash < 0) {
            return NAME.matcher(name).matches();
        }
        return labels(key, slash).stream()
                        .allMatch(label -> LABEL.matcher(label).matches())
                && (name.isEmpty() || NAME.matcher(name).matches());
    }

    /** Tells whether the key has a prefix that belongs to MCP, by the rule of any revision; bare keys have none. */
    public static boolean reserved(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            return false;
        }
        var labels = labels(key.toLowerCase(Locale.ROOT), slash);
        // 2025-06-18 looks at the last label but one (mcp.dev), later revisions at the second (dev.mcp).
        return labels.size() > 1 && (OWNERS.contains(labels.get(1)) || OWNERS.contains(labels.get(labels.size() - 2)));
    }

    private static List<String> labels(String key, int slash) {
        return List.of(key.substring(0, slash).split("\\.", -1));
    }
}
