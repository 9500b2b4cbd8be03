package dev.fairlead.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an {@link HttpFront} makes of the freedom that the protocol leaves it. May change at any time. */
final class HttpManners {
    volatile Answers answers = Answers.JSON;
    volatile boolean sessions = true;
    volatile boolean resumable;
    volatile boolean polling;
    volatile @Nullable Duration retry;
    volatile boolean getStream = true;
    volatile boolean deletable = true;
    volatile boolean batches;
    volatile @Nullable String endpoint;
}
