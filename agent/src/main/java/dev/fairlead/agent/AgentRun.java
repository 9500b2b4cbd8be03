package dev.fairlead.agent;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An agent at work on one question: its events, as they happen. The last one is {@link AgentEvent.Finished}, whatever
 * happens. For one reader; {@link #stop} may be called by anybody.
 *
 * <p>Whoever is interrupted while waiting for an event stops the run, and still gets its last events.
 */
public final class AgentRun implements Iterator<AgentEvent>, AutoCloseable {
    private final Loop loop;
    private final Outlet outlet;
    private final Thread thread;
    private @Nullable AgentEvent next;
    private boolean over;

    AgentRun(Loop loop, Outlet outlet) {
        this.loop = loop;
        this.outlet = outlet;
        this.thread = Thread.ofVirtual().name("fairlead-agent").start(loop);
    }

    /** Waits for the next event; false after the last one. */
    @Override
    public boolean hasNext() {
        if (next == null && !over) {
            next = outlet.take(this::stop);
            over = next == null;
        }
        return next != null;
    }

    @Override
    public AgentEvent next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("the run is over");
        }
        var event = next;
        next = null;
        return event;
    }

    /**
     * Stops it: the model's answer is cut off, and running calls are cancelled at their servers. What was said and done
     * until then is in the transcript.
     */
    public void stop() {
        loop.stop();
    }

    /**
     * Returns the conversation as far as it is. Calls that are under way have results that say that nobody knows what
     * became of them, so that whoever keeps it and goes on with it after a crash does not make them again unawares. Keep it
     * in a {@link CallWatch} too, so that it is kept before a call is made.
     */
    public Transcript transcript() {
        return loop.transcript();
    }

    /** Stops it if it still goes on, and returns when nothing of it is left. */
    @Override
    public void close() {
        outlet.abandon();
        loop.stop();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
