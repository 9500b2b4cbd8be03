package dev.fairlead.console.traffic;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows which thread makes which call, so that what it sends is known to be because of that call. */
public final class CallThreads {
    private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

    /** Makes one in which no thread makes a call. */
    public CallThreads() {}

    /** Does something because of a call. */
    public <T> T during(String call, Supplier<T> work) {
        var before = current.get();
        current.set(call);
        try {
            return work.get();
        } finally {
            current.set(before);
        }
    }

    Optional<String> current() {
        return Optional.ofNullable(current.get());
    }
}
