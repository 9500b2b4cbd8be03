package dev.fairlead.wire.http;

import dev.fairlead.wire.Backoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a stream that broke is to be taken up again, when, and how often that was tried. */
final class Resumption {
    // A server that closes the stream and is polled gets asked often enough for nobody to notice.
    private static final Duration LONGEST_POLL_PAUSE = Duration.ofSeconds(5);
    private static final int MAX_FAILURES = 10;

    private final Backoff failures = new Backoff(Backoff.LONGEST);
    private final Backoff polls = new Backoff(LONGEST_POLL_PAUSE);
    private Duration retry = Duration.ZERO;
    private @Nullable String last;

    /** Notes how far a stream came. */
    void leave(MessageStream stream) {
        last = stream.lastEventId() == null ? last : stream.lastEventId();
        retry = stream.retry().isZero() ? retry : stream.retry();
        if (stream.useful()) {
            failures.reset();
            polls.reset(); // It wants to be polled, at the pace that it names.
        }
    }

    /** Returns after which event to go on; null where the server does not offer that. */
    @Nullable
    String last() {
        return last;
    }

    /** Tells whether it was tried in vain often enough. */
    boolean exhausted() {
        return failures.failures() >= MAX_FAILURES;
    }

    /** Returns how long to wait before the next attempt, after one that failed or a stream that merely ended. */
    Duration pause(boolean failed) {
        return (failed ? failures : polls).next(retry);
    }
}
