package dev.fairlead.host.supervision;

import dev.fairlead.host.recording.Tap;
import dev.fairlead.host.recording.Traffic;
import java.time.Duration;

/** When a server was last heard of: by an answer, by progress, by whatever came over its line. Thread-safe. */
final class Pulse implements Tap {
    private volatile long last = System.nanoTime();

    @Override
    public void heard(Traffic traffic) {
        if (traffic instanceof Traffic.Received) {
            beat();
        }
    }

    /** Notes a sign of life. */
    void beat() {
        last = System.nanoTime();
    }

    /** Tells whether nothing was heard for longer than this. */
    boolean silent(Duration patience) {
        return System.nanoTime() - last > patience.toNanos();
    }
}
