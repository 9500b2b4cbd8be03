package dev.fairlead.client.peer;

import dev.fairlead.wire.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Wakes whoever pauses between two requests when there will be no next one. */
public final class Closing {
    private final CountDownLatch over = new CountDownLatch(1);

    /** Ends all pauses, those to come too. */
    public void ring() {
        over.countDown();
    }

    /** Waits until then, or until the connection is over. */
    public void pause(Deadline until) throws InterruptedException {
        boolean ignored = over.await(until.remainingNanos(), TimeUnit.NANOSECONDS);
    }
}
