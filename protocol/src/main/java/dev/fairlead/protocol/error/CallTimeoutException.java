package dev.fairlead.protocol.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call reached one of its limits. */
public final class CallTimeoutException extends McpException {
    private static final long serialVersionUID = 1;
    private final Duration elapsed;
    private final boolean maybeExecuted;

    /**
     * Says that {@code attempted} on {@code server} found no answer.
     *
     * @param limit which limit was reached, in words
     * @param lastProgress what the server last reported about the call, if anything
     */
    public CallTimeoutException(
            String attempted,
            String server,
            String limit,
            Duration elapsed,
            @Nullable String lastProgress,
            boolean maybeExecuted) {
        super("no answer from server '%s' to %s: %s (elapsed %s; %s)%s"
                .formatted(
                        server,
                        attempted,
                        limit,
                        Durations.words(elapsed),
                        lastProgress == null ? "no progress was reported" : "last progress: " + lastProgress,
                        maybeExecuted
                                ? "; the server was told to stop, but may have acted already"
                                : "; the request was never sent, so it is safe to repeat"));
        this.elapsed = elapsed;
        this.maybeExecuted = maybeExecuted;
    }

    /** Returns how long the call had been waiting. */
    public Duration elapsed() {
        return elapsed;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
