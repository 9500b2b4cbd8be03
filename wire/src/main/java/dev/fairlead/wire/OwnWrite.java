package dev.fairlead.wire;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A caller that writes its request itself; a server that answers without reading must not hold it for ever. */
final class OwnWrite implements Vigil.Watched {
    private static final int STUCK_LOOKS = 5;

    private final Thread caller = Thread.currentThread();
    private final Duplex duplex;
    private final Deadline deadline;
    private final BooleanSupplier broken;
    private final Runnable stuck;
    private final AtomicBoolean over = new AtomicBoolean(); // written, or given up
    private volatile boolean writing;
    private int looks; // the watcher's, since then

    /**
     * Writes nothing yet.
     *
     * @param broken tells whether the line is over
     * @param stuck ends the line, so that the write fails; called by the watcher, once at most
     */
    OwnWrite(Duplex duplex, Deadline deadline, BooleanSupplier broken, Runnable stuck) {
        this.duplex = duplex;
        this.deadline = deadline;
        this.broken = broken;
        this.stuck = stuck;
    }

    void run(byte[] json) throws IOException {
        try {
            Vigil.shared().begin(this);
            writing = true;
            duplex.write(json, false);
        } finally {
            over.set(true);
            Vigil.shared().end(this);
        }
    }

    @Override
    public void look() {
        // A write that is merely slow, as the machine is busy, is over long before that.
        if (!writing || ++looks < STUCK_LOOKS) {
            return;
        }
        boolean pointless = deadline.passed() || caller.isInterrupted() || broken.getAsBoolean();
        if (pointless && over.compareAndSet(false, true)) {
            stuck.run();
        }
    }
}
