package dev.fairlead.agent.provider;

import dev.fairlead.wire.Deadline;
import java.time.Duration;

/** How time passes between tries. */
interface Pace {
    /** As it passes for everybody. */
    Pace REAL = new Pace() {
        @Override
        public Duration now() {
            return Duration.ofNanos(System.nanoTime());
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            Deadline.after(length).await();
        }
    };

    /** Returns how long ago some fixed moment was. */
    Duration now();

    /** Waits. */
    void pause(Duration length) throws InterruptedException;
}
