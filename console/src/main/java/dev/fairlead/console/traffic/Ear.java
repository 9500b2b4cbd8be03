package dev.fairlead.console.traffic;

import dev.fairlead.host.recording.Traffic;
import dev.fairlead.wire.http.HttpWatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What was heard on the wires and not looked at yet: whoever talks there must not wait for whoever looks. */
final class Ear {
    private static final int MOST = 20_000;
    private static final int AT_ONCE = 500;

    private final LinkedBlockingQueue<Heard> queue = new LinkedBlockingQueue<>(MOST);
    private final AtomicLong missed = new AtomicLong();

    /** Something that was heard. */
    sealed interface Heard {
        /**
         * A message, or what became of a line.
         *
         * @param line which connection, of all that ever were
         * @param call because of which call it was sent; null for none, and for all that came
         */
        record OnLine(
                String server,
                long line,
                Traffic traffic,
                long nanos,
                @Nullable String call) implements Heard {}

        /** An HTTP request. */
        record OnHttp(String server, HttpWatcher.Heard http) implements Heard {}

        /** A line of error output. */
        record Output(String server, long at, String text) implements Heard {}
    }

    void hear(Heard heard) {
        if (!queue.offer(heard)) {
            missed.incrementAndGet();
        }
    }

    long missed() {
        return missed.get();
    }

    /** Returns what was heard, waiting a while if there is nothing. */
    List<Heard> take(long millis) throws InterruptedException {
        var some = new ArrayList<Heard>();
        var first = queue.poll(millis, TimeUnit.MILLISECONDS);
        if (first != null) {
            some.add(first);
            int ignored = queue.drainTo(some, AT_ONCE);
        }
        return some;
    }
}
