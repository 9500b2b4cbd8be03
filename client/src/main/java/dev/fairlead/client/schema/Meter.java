package dev.fairlead.client.schema;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The allowance of work of one compilation or check, spent on the thread that runs it.
 *
 * <p>Time is counted from look to look, but never more than the work between two looks can explain: a machine that is
 * busy with something else in the middle of a cheap check does not make that check a costly one. So what is counted is
 * close to the processor time of the thread, which cannot be asked of a virtual thread.
 */
final class Meter implements AutoCloseable {

    /** Time for one check; a quarter second is promised, the rest is for collecting garbage and for other threads. */
    static final Duration CHECK_TIME = Duration.ofMillis(100);

    /** Time for compiling; it is done once for each schema, and often by a JVM that has just started and is slow. */
    static final Duration COMPILE_TIME = Duration.ofSeconds(1);

    /** The most that a step of constant size takes; what is beyond was a stall of the machine. */
    private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

    /** The most that a step takes for each member, item, character or retained object that it may go over. */
    private static final long ELEMENT_NANOS = 200;

    /** Nested keywords; a value of depth 128 under a recursive schema needs 260, and each takes half a kilobyte of stack. */
    static final int MAX_DEPTH = 1_000;

    /** Small objects that stay reachable until the end, of some 64 bytes each. */
    static final int MAX_RETAINED = 500_000;

    // The library hands no context to a regular expression or to a keyword under construction. One entry per running
    // check, removed at its end.
    private static final ThreadLocal<Meter> CURRENT = new ThreadLocal<>();

    private final Duration time;
    private final LongSupplier nanoClock;
    private long lastLook;
    private long spent;
    private int ticks;
    private int depth;
    private long retained;
    private long elements;

    private Meter(Duration time, LongSupplier nanoClock) {
        this.time = time;
        this.nanoClock = nanoClock;
        this.lastLook = nanoClock.getAsLong();
    }

    /** Starts an allowance for the calling thread. */
    static Meter start(Duration time) {
        return start(time, System::nanoTime);
    }

    static Meter start(Duration time, LongSupplier nanoClock) {
        Meter meter = new Meter(time, nanoClock);
        CURRENT.set(meter);
        return meter;
    }

    /** Finds the calling thread's allowance; without one, a new allowance that lasts for the caller's own work. */
    static Meter current() {
        Meter meter = CURRENT.get();
        return meter == null ? new Meter(CHECK_TIME, System::nanoTime) : meter;
    }

    /** Counts a tiny step, such as one character compared. */
    void tick() {
        if ((++ticks & 0x3ff) == 0) {
            look();
        }
    }

    /** Announces that the step which now begins goes over so many elements. */
    void expect(int count) {
        elements += count;
    }

    /** Counts the step that ends here. */
    void look() {
        long now = nanoClock.getAsLong();
        spent += Math.min(now - lastLook, STEP_NANOS + (elements + retained) * ELEMENT_NANOS);
        lastLook = now;
        elements = 0;
        if (spent > time.toNanos()) {
            throw new OverBudget("it takes longer than " + time.toMillis() + " ms");
        }
    }

    /** Counts small objects that stay reachable until the end. */
    void retain(int count) {
        retained += count;
        if (retained > MAX_RETAINED) {
            throw new OverBudget("it needs more than " + MAX_RETAINED + " intermediate results");
        }
        look();
    }

    /** Counts one level down. */
    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new OverBudget("it nests deeper than " + MAX_DEPTH + " keywords");
        }
        look();
    }

    /** Counts one level up. */
    void leave() {
        depth--;
    }

    @Override
    public void close() {
        CURRENT.remove();
    }
}
