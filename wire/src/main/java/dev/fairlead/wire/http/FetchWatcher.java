package dev.fairlead.wire.http;

import org.jspecify.annotations.Nullable;

/**
 * Hears what is fetched. Called on the thread that fetches, so it must return soon and never throw. What it hears is as
 * it travelled, with all that is secret in it.
 */
@FunctionalInterface
public interface FetchWatcher {
    /** Hears nothing. */
    FetchWatcher NONE = (method, url, body, answer, trouble) -> {};

    /**
     * Takes note of a request.
     *
     * @param body what was posted; null for nothing, and not to be modified
     * @param answer null if there was none
     * @param trouble why there was none; null if there was one
     */
    void fetched(String method, String url, byte @Nullable [] body, @Nullable Fetched answer, @Nullable String trouble);
}
