package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Reads, on a thread of its own, what the server says without being asked; and notices when it says no more. */
final class UnsolicitedReader {
    private static final Duration LAST_NEWS = Duration.ofMillis(500);

    private final Thread thread;

    private UnsolicitedReader(Thread thread) {
        this.thread = thread;
    }

    /**
     * Starts reading.
     *
     * @param early what was said already
     * @param sort handles a message without blocking
     * @param broke hears why the line ended
     */
    static UnsolicitedReader start(
            Wire wire, String server, List<Message> early, Consumer<Message> sort, Consumer<McpException> broke) {
        var before = List.copyOf(early);
        return new UnsolicitedReader(Thread.ofVirtual()
                .name("fairlead-" + server + "-events")
                .start(() -> {
                    try (var stream = wire.unsolicited()) {
                        before.forEach(sort);
                        var message = stream.next(Deadline.never());
                        while (message.isPresent()) {
                            sort.accept(message.get());
                            message = stream.next(Deadline.never());
                        }
                    } catch (McpException ended) {
                        broke.accept(ended);
                    } catch (InterruptedException | TimeoutException impossible) {
                        throw new IllegalStateException("nobody interrupts or limits this thread", impossible);
                    } catch (RuntimeException | Error defect) {
                        // Nobody would read on, so a line that seems to live would keep its callers waiting.
                        var reason = Breakage.lost("a message could not be handled: " + defect, defect);
                        wire.breakOff(reason);
                        broke.accept(reason.during("listening", server, false));
                    }
                }));
    }

    /** Waits, but not long, until everything that was said before the line closed is handled. */
    void awaitEnd() {
        boolean interrupted = Thread.interrupted();
        try {
            boolean ignored = thread.equals(Thread.currentThread()) || thread.join(LAST_NEWS);
        } catch (InterruptedException hurry) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
