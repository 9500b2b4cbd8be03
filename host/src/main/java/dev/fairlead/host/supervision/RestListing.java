package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads for the first time what a server offers beside its tools: all lists at once and beside everything else, so that
 * one that does not come keeps nobody waiting.
 */
final class RestListing {
    private final String server;
    private final List<KeptList<?>> lists;
    private final Consumer<String> remarks;
    private final Runnable doubt;
    private final Thread thread;
    private volatile Deadline limit = Deadline.never();

    /**
     * Prepares it.
     *
     * @param remarks who is told what is missing
     * @param doubt has the connection looked after, as something about it went wrong
     */
    RestListing(String server, List<KeptList<?>> lists, Consumer<String> remarks, Runnable doubt) {
        this.server = server;
        this.lists = lists;
        this.remarks = remarks;
        this.doubt = doubt;
        this.thread = Thread.ofVirtual().name("list all " + server).unstarted(this::run);
    }

    /** Begins; what has not come by then is left out. */
    void begin(Deadline until) {
        limit = until;
        thread.start();
    }

    /** Waits until it is over; tells whether it was by then. */
    boolean await(Deadline patience) throws InterruptedException {
        return thread.join(patience.remaining());
    }

    /** Waits until nothing of it is left. */
    void join() {
        try {
            thread.join();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private void run() {
        var readers = lists.stream()
                .map(list -> Thread.ofVirtual()
                        .name("list %s of %s".formatted(list.what(), server))
                        .start(() -> read(list)))
                .toList();
        try {
            for (var reader : readers) {
                if (!reader.join(limit.remaining())) {
                    reader.interrupt();
                }
            }
            for (var reader : readers) {
                reader.join();
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private void read(KeptList<?> list) {
        try {
            list.ask(Optional.of(limit));
        } catch (CallCancelledException late) {
            remarks.accept(
                    "its %s are left out: they did not come within the time it has to start".formatted(list.what()));
        } catch (ClientClosedException left) {
            return; // Nobody wants to know any more.
        } catch (RuntimeException | Error failed) {
            var why = failed instanceof McpException ? failed.getMessage() : "an unexpected " + failed;
            remarks.accept("its %s are left out: %s".formatted(list.what(), why));
            doubt.run();
        }
    }
}
