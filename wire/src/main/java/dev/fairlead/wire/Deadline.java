package dev.fairlead.wire;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A point in time that can be waited for. */
public final class Deadline {
    // Far enough for any program, near enough that adding to it cannot overflow.
    private static final long FAR_AWAY = Long.MAX_VALUE / 4;

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the point that lies this far ahead of now. */
    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + Math.clamp(saturatedNanos(duration), -FAR_AWAY, FAR_AWAY));
    }

    /** Returns a point that no program will live to see. */
    public static Deadline never() {
        return new Deadline(System.nanoTime() + FAR_AWAY);
    }

    /** Tells whether no program will live to see this point, so that waiting for it needs no timer. */
    public boolean endless() {
        return remainingNanos() > FAR_AWAY / 2;
    }

    /** Returns the earlier of two points. */
    public Deadline orEarlier(Deadline other) {
        return nanoTime - other.nanoTime <= 0 ? this : other;
    }

    /** Tells whether this point lies in the past. */
    public boolean passed() {
        return remainingNanos() <= 0;
    }

    /** Returns how far ahead this point lies; negative once it has passed. */
    public long remainingNanos() {
        return nanoTime - System.nanoTime();
    }

    /** Returns how far ahead this point lies; zero once it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }

    /** Waits until this point has passed. */
    public void await() throws InterruptedException {
        while (!passed()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(this, remainingNanos());
        }
    }

    private static long saturatedNanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? -FAR_AWAY : FAR_AWAY;
        }
    }
}
