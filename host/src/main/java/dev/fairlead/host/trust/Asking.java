package dev.fairlead.host.trust;

import dev.fairlead.wire.Deadline;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks somebody, and waits no longer than there is time. */
final class Asking {
    private Asking() {}

    /**
     * Returns the answer.
     *
     * @throws TimeoutException if there was none in time; whoever is asked is interrupted, and what they still say
     *     counts for nothing
     * @throws RuntimeException if asking fails
     */
    static Answer ask(Approver approver, ApprovalRequest request, Deadline patience)
            throws InterruptedException, TimeoutException {
        var question = new FutureTask<Answer>(
                () -> Objects.requireNonNull(approver.ask(request), "whoever was asked gave no answer"));
        // Not on the thread of the caller, who could not be given back to the caller in time.
        Thread.ofVirtual().name("approval " + request.server()).start(question);
        try {
            return question.get(Math.max(0, patience.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException defect
                    ? defect
                    : new IllegalStateException(String.valueOf(failed.getCause()), failed.getCause());
        } finally {
            boolean ignored = question.cancel(true); // Without effect once it is answered.
        }
    }
}
