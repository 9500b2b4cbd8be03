package dev.fairlead.client.handler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who asks, and what made them ask: what a person must be told before answering. */
public record Asking(String server, @Nullable String causeOrNull) {

    /** Returns the call that made the server ask, where that is known. */
    public Optional<String> cause() {
        return Optional.ofNullable(causeOrNull);
    }
}
