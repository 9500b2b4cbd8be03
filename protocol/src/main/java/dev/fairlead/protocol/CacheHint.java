package dev.fairlead.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * For how long and for whom a result may be kept.
 *
 * @param ttl how long it stays fresh; zero if not at all, and never more than a year
 * @param shared whether it may be shown under another authorization than the one it was received under
 */
public record CacheHint(Duration ttl, boolean shared) {
    /** What holds for a result that says nothing: stale at once, and private. */
    public static final CacheHint NONE = new CacheHint(Duration.ZERO, false);

    /** Reads the hint in a result; what is missing or makes no sense is read with caution. */
    public static CacheHint from(@Nullable JsonNode result) {
        if (result == null) {
            return NONE;
        }
        var ttl = Numbers.millis(result.path("ttlMs"));
        boolean shared = result.path("cacheScope").stringValue("").equals("public");
        return new CacheHint(ttl == null ? Duration.ZERO : ttl, shared);
    }
}
