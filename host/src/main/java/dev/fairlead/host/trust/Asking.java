package dev.fairlead.host.trust;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** Asks somebody, and waits no longer than there is time, and than anybody could use the answer. */
final class Asking {
    private Asking() {}

    /**
     * Returns the answer.
     *
     * @throws TimeoutException if there was none in time; whoever is asked is interrupted, and what they still say
     *     counts for nothing
     * @throws Waiting.EndedException if the wait was ended before there was one, with the same consequences
     * @throws RuntimeException if asking fails
     */
    static Answer ask(Approver approver, ApprovalRequest request, Waiting waiting)
            throws InterruptedException, TimeoutException, Waiting.EndedException {
        waiting.check(); // Nobody is asked what nobody wants to know.
        var answered = new CompletableFuture<Answer>();
        var question =
                new FutureTask<Answer>(
                        () -> Objects.requireNonNull(approver.ask(request), "whoever was asked gave no answer")) {
                    @Override
                    protected void done() {
                        switch (state()) {
                            case SUCCESS -> answered.complete(resultNow());
                            case FAILED -> answered.completeExceptionally(exceptionNow());
                            default -> answered.cancel(false); // Nobody waits for it any more.
                        }
                    }
                };
        // Not on the thread of the caller, who could not be given back to the caller in time.
        Thread.ofVirtual().name("approval " + request.server()).start(question);
        try {
            return waiting.await(answered);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException defect
                    ? defect
                    : new IllegalStateException(String.valueOf(failed.getCause()), failed.getCause());
        } finally {
            boolean ignored = question.cancel(true); // Without effect once it is answered.
        }
    }
}
