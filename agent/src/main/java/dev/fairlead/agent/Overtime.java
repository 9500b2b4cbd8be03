package dev.fairlead.agent;

import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Vigil;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ends what a model is asked when it takes too long: a provider that sends something now and then, and never the end, would
 * hold it for ever. For one piece of work.
 */
final class Overtime implements Vigil.Watched {
    private final Duration most;
    private final Deadline limit;
    private final ModelName model;
    private final Thread worker = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private boolean done;
    private boolean late;

    /** What may take too long. */
    @FunctionalInterface
    interface Work<T> {
        T done() throws InterruptedException;
    }

    private Overtime(Duration most, ModelName model) {
        this.most = most;
        this.limit = Deadline.after(most);
        this.model = model;
    }

    /**
     * Does some work on this thread, which is interrupted when the time is over.
     *
     * @throws ModelException if it took too long
     */
    static <T> T within(Duration most, ModelName model, Work<T> work) throws InterruptedException {
        return new Overtime(most, model).watched(work);
    }

    private <T> T watched(Work<T> work) throws InterruptedException {
        Vigil.shared().begin(this);
        try {
            var result = work.done();
            boolean ignored = end(); // Whole, if only just.
            return result;
        } catch (InterruptedException | ModelException broken) {
            if (end()) {
                throw tooSlow(broken);
            }
            throw broken;
        } finally {
            boolean ignored = end(); // also after a defect
            Vigil.shared().end(this);
        }
    }

    @Override
    public void look() {
        // A watcher waits for nobody: there is a next time.
        if (limit.passed() && lock.tryLock()) {
            try {
                if (!done && !late) {
                    late = true;
                    worker.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** From now on nobody interrupts; tells whether somebody did. */
    private boolean end() {
        lock.lock();
        try {
            if (!done && late) {
                boolean ignored = Thread.interrupted();
            }
            done = true;
            return late;
        } finally {
            lock.unlock();
        }
    }

    private ModelException tooSlow(Exception broken) {
        return new ModelException(
                ModelException.Kind.TOO_SLOW,
                "Model %s was given up, as its answer was not whole after %s; ask again, or give it more time"
                        .formatted(model, Durations.words(most)),
                broken);
    }
}
