package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.wire.Backoff;
import java.time.Duration;

/** The tries of one question, as long as nothing of the answer has been handed out. For one thread. */
final class Tries {
    private final Patience patience;
    private final Pace pace;
    private final Backoff backoff = new Backoff(Backoff.LONGEST);
    private final Duration begun;
    private int made;

    Tries(Patience patience, Pace pace) {
        this.patience = patience;
        this.pace = pace;
        this.begun = pace.now();
    }

    /**
     * Waits until another try is due.
     *
     * @throws ModelException the given failure, if there is to be none; with more words if it is for want of time
     */
    void awaitNext(Setback setback) throws InterruptedException {
        made++;
        var failure = setback.failure();
        if (!setback.passing() || made >= patience.tries()) {
            throw failure;
        }
        var asked = failure.retryAfter().orElse(Duration.ZERO);
        var pause = backoff.next(asked);
        var left = patience.inAll().minus(pace.now().minus(begun));
        if (pause.compareTo(left) > 0) {
            throw failure.retryAfter().isPresent() ? tooLong(failure, asked) : failure;
        }
        pace.pause(pause);
    }

    private ModelException tooLong(ModelException failure, Duration asked) {
        return new ModelException(
                failure.kind(),
                "%s; it wants to be left alone for %s, which is longer than is waited here: ask again then"
                        .formatted(failure.getMessage(), shown(asked)),
                asked,
                failure.tool().orElse(null),
                failure.getCause());
    }

    private static String shown(Duration time) {
        long seconds = Math.max(1, time.plusMillis(999).toSeconds());
        return seconds < 120 ? seconds + " s" : seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }
}
