package dev.fairlead.wire.http;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Vigil;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Ends the talking of the thread that made this, when its time is over or it is interrupted. */
final class TalkLimit implements Vigil.Watched {
    private final Thread talker = Thread.currentThread();
    private final Supplier<Optional<Deadline>> later;
    private final Posting posting;
    private final AtomicBoolean decided = new AtomicBoolean(); // by either side, whichever is first
    private volatile Deadline deadline;

    TalkLimit(Deadline deadline, Supplier<Optional<Deadline>> later, Posting posting) {
        this.deadline = deadline;
        this.later = later;
        this.posting = posting;
    }

    /** Ends watching. Returns whether the time was over before. */
    boolean over() {
        return !decided.compareAndSet(false, true);
    }

    @Override
    public void look() {
        if (decided.get()) {
            return;
        }
        if (talker.isInterrupted()) {
            posting.cancel();
        } else if (deadline.passed()) {
            later.get().ifPresentOrElse(longer -> deadline = longer, this::end);
        }
    }

    private void end() {
        if (decided.compareAndSet(false, true)) {
            posting.forbid(); // Before anybody asks whether it was sent.
            posting.cancel();
        }
    }
}
