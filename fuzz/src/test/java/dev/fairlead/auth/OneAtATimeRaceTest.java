package dev.fairlead.auth;

import dev.fairlead.fuzz.Race;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that several want at the same time is begun once, and anew for whoever comes after it is done. */
@Tag("thorough")
class OneAtATimeRaceTest {

    @Test
    void workIsBegunOnce() {
        Race.play(
                Scene.class,
                "; want | want; counts",
                "; want | want | want; counts",
                "; want | wantOther; counts",
                "want; work | want; counts",
                "want; work | want want; counts",
                "; want work | want; counts");
    }

    /** Work whose thread is whoever asks for it. */
    public static final class Scene {
        private final Queue<Runnable> begun = new ConcurrentLinkedQueue<>();
        private final AtomicInteger done = new AtomicInteger();
        private final OneAtATime works = new OneAtATime(Duration.ofMinutes(1), begun::add);

        @Operation
        public void want() throws InterruptedException {
            want("token");
        }

        @Operation
        public void wantOther() throws InterruptedException {
            want("another token");
        }

        private void want(String what) throws InterruptedException {
            try {
                works.run(what, Deadline.after(Duration.ZERO), deadline -> done.incrementAndGet());
            } catch (TimeoutException impatient) {
                // The work goes on.
            }
        }

        @Operation
        public boolean work() {
            var next = begun.poll();
            if (next != null) {
                next.run();
            }
            return next != null;
        }

        @Operation
        public String counts() {
            return done + " done, " + begun.size() + " begun";
        }
    }
}
