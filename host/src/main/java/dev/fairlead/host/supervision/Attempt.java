package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.StoreException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One attempt to open a connection, on a thread of its own. It is a platform thread: to start a process, and to load for
 * the first time what speaks HTTP and TLS, holds the carrier of a virtual one, and a server that is ready would wait for
 * all those that are not.
 */
final class Attempt {
    private final Thread thread;

    private Attempt(Thread thread) {
        this.thread = thread;
    }

    /** Begins to open; exactly one of the two is told how it went. */
    static Attempt start(
            String server, Supplier<Connection> open, Consumer<Connection> opened, Consumer<McpException> failed) {
        return new Attempt(Thread.ofPlatform().daemon().name("open " + server).start(() -> {
            Connection connection;
            try {
                connection = open.get();
            } catch (McpException failure) {
                failed.accept(failure);
                return;
            } catch (StoreException unkept) {
                // What it says is for people already: which store, what happened, what to do.
                failed.accept(new UnavailableException(
                        "connecting", server, "what is kept for it cannot be used: " + unkept.getMessage(), unkept));
                return;
            } catch (RuntimeException | Error defect) {
                // A lane that waits for news of its attempt would wait for ever.
                failed.accept(new UnavailableException("connecting", server, "an unexpected " + defect, defect));
                return;
            }
            opened.accept(connection);
        }));
    }

    /** Gives up. What was opened all the same is still told of. */
    void end() {
        thread.interrupt();
    }

    /** Tells whether it is over, and somebody was told of it. */
    boolean over() {
        return !thread.isAlive();
    }

    /** Waits until it is over, and somebody was told of it. */
    void join() throws InterruptedException {
        thread.join();
    }
}
