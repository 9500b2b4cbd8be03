package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.wire.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Wakes whoever pauses between two requests when there will be no next one. */
public final class Closing {
    private final CountDownLatch over = new CountDownLatch(1);

    private volatile boolean left;

    /** Notes that it is us who end the connection, and ends all pauses. */
    public void leave() {
        left = true;
        ring();
    }

    /** Tells whether it was us who ended the connection. */
    public boolean left() {
        return left;
    }

    /** Ends all pauses, those to come too. */
    public void ring() {
        over.countDown();
    }

    /** Tells whether there will be no next request. */
    public boolean over() {
        return over.getCount() == 0;
    }

    /** Waits until then, or until the connection is over. */
    public void pause(Deadline until) throws InterruptedException {
        boolean ignored = over.await(until.remainingNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until then between two requests of the same call. Once we leave there is no next one: the connection may
     * still be open for a moment, and a server that answers at once would be asked as fast as it can answer.
     */
    public void pause(Deadline until, String attempted, String server) {
        try {
            pause(until);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, server, true);
        }
        if (left) {
            throw new ClientClosedException(attempted, server, true);
        }
    }
}
