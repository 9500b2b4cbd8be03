package dev.fairlead.host.supervision;

import dev.fairlead.host.catalog.Listing;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One supervised connection to a server. A thread of its own moves it from state to state; everybody else posts signals
 * and waits.
 */
final class Lane {
    private static final long ANY = -1;

    private final String server;
    private final int number;
    private final int places; // for calls at once
    private final Opener opener;
    private final RestartPolicy policy;
    private final Care care;
    private final Bell bell;
    private final LaneWatcher watcher;

    private final BlockingQueue<Posted> signals = new LinkedBlockingQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger(); // asked for, and not taken up yet
    private final Thread thread;

    private final long born = System.nanoTime();
    private volatile LaneState state; // written by the lane's thread alone, as the next three
    private volatile Instant since;
    private volatile @Nullable Instant nextTry; // present while waiting
    private volatile @Nullable Connection connection; // present while ready or draining
    private volatile boolean over;

    private long epoch; // of the lane's thread, as the rest
    private final List<Attempt> attempts = new ArrayList<>(); // those that may still be under way
    private Deadline drainedBy = Deadline.never();
    private final List<Thread> closing = new ArrayList<>();

    private record Posted(
            Signal signal, long epoch, @Nullable Connection opened) {}

    Lane(
            String server,
            int number,
            int places,
            Opener opener,
            RestartPolicy policy,
            Care care,
            Bell bell,
            LaneWatcher watcher) {
        this.server = server;
        this.number = number;
        this.places = places;
        this.opener = opener;
        this.policy = policy;
        this.care = care;
        this.bell = bell;
        this.watcher = watcher;
        this.state = new LaneState.Idle();
        this.since = care.clock().instant();
        this.thread = Thread.ofVirtual().name("lane " + server + " " + number).unstarted(this::supervise);
    }

    /** Begins to supervise, without opening anything. */
    void begin() {
        thread.start();
    }

    String server() {
        return server;
    }

    int number() {
        return number;
    }

    LaneState state() {
        return state;
    }

    Instant since() {
        return since;
    }

    /** Returns when it is opened again by itself, while that is what it waits for. */
    @Nullable
    Instant nextTry() {
        return nextTry;
    }

    /** Returns how long it is there, by a clock that nobody sets. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - born);
    }

    /** Returns what is open. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** Returns what the server offers, while its connection is meant to be used. */
    Optional<Listing> listing() {
        var open = connection;
        return open == null || state instanceof LaneState.Draining ? Optional.empty() : Optional.of(open.listing());
    }

    int underWay() {
        return underWay.get();
    }

    /** Tells whether supervision has ended for good, or is about to. */
    boolean over() {
        return over;
    }

    /** Tells whether somebody has just asked for it, whatever its state says. */
    boolean starting() {
        return starts.get() > 0;
    }

    void post(Signal signal) {
        if (signal instanceof Signal.Start) {
            starts.incrementAndGet();
        }
        signals.add(new Posted(signal, ANY, null));
    }

    /** Ends supervision for good, and what is open with it. */
    void conclude(boolean gently) {
        over = true;
        post(gently ? new Signal.Drain() : new Signal.Stop());
    }

    /** Waits until nothing is left. */
    void join() throws InterruptedException {
        thread.join();
    }

    /** Tells whether it has as many calls under way as it may. */
    boolean full() {
        return underWay.get() >= places;
    }

    /** Notes a call, unless no new ones are taken. */
    boolean enter(Connection through) {
        int now = underWay.get();
        while (now < places && !underWay.compareAndSet(now, now + 1)) {
            now = underWay.get();
        }
        if (now >= places) {
            return false;
        }
        // What is broken is not used again, even before the news of it has come this far.
        if (connection == through && state instanceof LaneState.Ready && through.usable()) {
            return true;
        }
        leave(through, false);
        return false;
    }

    /**
     * Notes the end of a call.
     *
     * @param useful whether the server answered
     */
    void leave(Connection through, boolean useful) {
        if (useful) {
            through.served();
        }
        int left = underWay.decrementAndGet();
        if (left == places - 1) {
            bell.ring(); // Somebody may wait for just this place.
        }
        if (left == 0 && state instanceof LaneState.Draining) {
            post(new Signal.Drained());
        }
    }

    /** Has the connection checked now, as something about it went wrong. */
    void suspect(Connection through) {
        beside("check", through, () -> check(through));
    }

    /** Does something for a connection on a thread of its own; a defect there counts as its loss. */
    void beside(String what, Connection of, Runnable task) {
        Thread.ofVirtual().name(what + " " + server).start(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error defect) {
                lost(of, unexpected(defect));
            }
        });
    }

    /** Notes that the connection broke. */
    void lost(Connection broken, McpException cause) {
        post(broken.epoch(), cause, broken.useful(), opener.anew());
    }

    private void post(long of, McpException cause, boolean useful, boolean anew) {
        signals.add(new Posted(
                new Signal.Lost(cause, useful, anew, ThreadLocalRandom.current().nextDouble()), of, null));
    }

    private void supervise() {
        try {
            while (!(over && state instanceof LaneState.Stopped)) {
                var next = await();
                step(next == null ? new Posted(new Signal.Tick(), ANY, null) : next);
            }
            finish();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts the thread of a lane", impossible);
        } finally {
            // Whatever ended this thread: nobody waits for what nobody looks after.
            over = true;
            state = new LaneState.Stopped();
            bell.ring();
        }
    }

    private void step(Posted next) {
        try {
            handle(next);
        } catch (RuntimeException | Error defect) {
            recover(next.opened(), defect);
        } finally {
            if (next.signal() instanceof Signal.Start) {
                starts.decrementAndGet();
            }
        }
    }

    /**
     * Takes a defect of this program, or of what it tells of lanes, for the loss of the connection: whoever waits hears
     * of it, and it is tried again like any other.
     */
    private void recover(@Nullable Connection opened, Throwable defect) {
        var cause = unexpected(defect);
        var lost =
                new Signal.Lost(cause, false, false, ThreadLocalRandom.current().nextDouble());
        var open = connection;
        epoch++; // What is being opened is not ours any more.
        attempts.forEach(Attempt::end);
        connection = null;
        drainedBy = Deadline.never();
        move(over ? new LaneState.Stopped() : LaneState.after(state, lost, policy, age()));
        discard(open);
        discard(opened == open ? null : opened);
        tell(() -> watcher.listing(this));
        tell(() -> watcher.state(this, state, () -> {}));
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error untold) {
            return; // The state says it to whoever asks.
        }
    }

    private McpException unexpected(Throwable defect) {
        return new UnavailableException("looking after it", server, "an unexpected " + defect, defect);
    }

    /** Waits until everything that was ever opened is closed. */
    private void finish() throws InterruptedException {
        for (var started : attempts) {
            started.join();
        }
        for (var left = signals.poll(); left != null; left = signals.poll()) {
            discard(left.opened());
        }
        for (var thread : closing) {
            thread.join();
        }
    }

    /** Waits for the next signal; null once it is time to look at the clock. */
    private @Nullable Posted await() throws InterruptedException {
        var rest = switch (state) {
            case LaneState.Waiting waiting -> waiting.due().minus(age());
            case LaneState.Draining draining -> drainedBy.remaining();
            case LaneState.Ready ready -> care.idle();
            default -> null;
        };
        if (rest == null) {
            return signals.take();
        }
        // What is due is done first: a crowd of signals must not keep the clock from being looked at.
        return rest.isPositive() ? signals.poll(rest.toNanos(), TimeUnit.NANOSECONDS) : null;
    }

    private void handle(Posted posted) {
        if (posted.epoch() != ANY && posted.epoch() != epoch) {
            discard(posted.opened());
            return; // News of a connection that is no longer ours.
        }
        var signal = posted.signal() instanceof Signal.Tick ? tick() : posted.signal();
        if (over && (signal instanceof Signal.Start || signal instanceof Signal.Wanted)) {
            return; // What ends for good is not begun again by somebody who does not know.
        }
        var open = connection;
        if (signal instanceof Signal.Stop && !over && open != null) {
            open.cutOff();
        }
        var next = LaneState.after(state, signal, policy, age());
        if (!next.equals(state)) {
            enter(next, posted.opened());
        } else {
            discard(posted.opened());
        }
    }

    /** Closes a connection that nobody will use, or uses no longer. */
    private void discard(@Nullable Connection unused) {
        if (unused != null) {
            closing.removeIf(thread -> !thread.isAlive());
            closing.add(unused.close());
        }
    }

    /** Returns what the passing of time means here. */
    private Signal tick() {
        var open = connection;
        if (state instanceof LaneState.Ready && open != null && underWay.get() == 0 && open.silent(care.idle())) {
            suspect(open);
        }
        return state instanceof LaneState.Draining && drainedBy.passed() ? new Signal.Drained() : new Signal.Tick();
    }

    private void enter(LaneState next, @Nullable Connection opened) {
        if (state instanceof LaneState.Connecting) {
            attempts.forEach(Attempt::end);
        }
        var before = connection;
        // Whoever is wanted again while it drains goes on as it is.
        boolean keeps = next instanceof LaneState.Draining || (next instanceof LaneState.Ready && opened == null);
        try {
            show(next, keeps ? before : opened, keeps);
        } finally {
            if (!keeps) {
                discard(before);
            }
        }
        switch (next) {
            case LaneState.Connecting connecting -> open();
            case LaneState.Draining draining -> drain();
            default -> drainedBy = Deadline.never();
        }
    }

    private void show(LaneState next, @Nullable Connection open, boolean keeps) {
        if (next instanceof LaneState.Ready && !keeps) {
            // What is offered is there before anybody is told that it can be used, and gone after.
            connection = open;
            watcher.listing(this);
            watcher.state(this, next, () -> move(next));
        } else {
            move(next);
            connection = keeps ? open : null;
            watcher.listing(this);
            watcher.state(this, next, () -> {});
        }
    }

    private void move(LaneState next) {
        since = care.clock().instant();
        nextTry = next instanceof LaneState.Waiting waiting
                ? since.plus(waiting.due()).minus(age())
                : null;
        state = next;
        bell.ring();
    }

    private void open() {
        long mine = ++epoch;
        attempts.removeIf(Attempt::over);
        attempts.add(Attempt.start(
                server,
                () -> Connection.open(mine, this, opener, watcher.connection(this)),
                opened -> signals.add(new Posted(new Signal.Opened(), mine, opened)),
                failure -> post(mine, failure, false, false)));
    }

    private void drain() {
        drainedBy = Deadline.after(care.drain());
        if (underWay.get() == 0) {
            post(new Signal.Drained());
        }
    }

    private void check(Connection open) {
        try {
            open.check(care.check());
        } catch (CallTimeoutException silent) {
            // Whoever does one thing after the other is not dead while it does something. But this is asked when a call
            // has had its time in vain; if nothing at all was heard for long then, what the rest wait for is not to
            // come.
            if (underWay.get() == 0 || open.silent(care.idle().plus(care.check()))) {
                lost(open, silent);
            }
        } catch (McpException gone) {
            lost(open, gone);
        }
    }

    /** Tells the watcher of something worth knowing. */
    void remark(String text) {
        watcher.remark(this, text);
    }

    /** Tells the watcher that something else is offered now. */
    void listingChanged() {
        watcher.listing(this);
    }
}
