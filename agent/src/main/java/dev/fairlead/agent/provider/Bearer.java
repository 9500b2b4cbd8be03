package dev.fairlead.agent.provider;

import dev.fairlead.wire.Headers;

/** How most providers are shown a key. */
final class Bearer {

    private Bearer() {}

    /** Returns the header with the key; none for an empty one. */
    static Headers of(String key) {
        return key.isEmpty() ? Headers.NONE : Headers.NONE.with("Authorization", "Bearer " + key);
    }
}
