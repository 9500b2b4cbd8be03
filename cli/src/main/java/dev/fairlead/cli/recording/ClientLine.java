package dev.fairlead.cli.recording;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The line to the client, which is read ahead, so that its end is noticed while something else is waited for. */
final class ClientLine {
    private static final int MOST_WAITING = 100;

    private final Duplex duplex;
    private final BlockingQueue<Optional<Message>> heard = new ArrayBlockingQueue<>(MOST_WAITING);
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final ReentrantLock writing = new ReentrantLock();
    private volatile @Nullable IOException lost;
    private volatile @Nullable RuntimeException broken;

    ClientLine(Duplex duplex) {
        this.duplex = duplex;
    }

    /** Begins to read. */
    void start() {
        // Nothing can interrupt whoever reads standard input.
        Thread.ofPlatform().daemon().name("fairlead-relay-client").start(this::read);
    }

    private void read() {
        try {
            try {
                for (var one = duplex.read(); one.isPresent(); one = duplex.read()) {
                    heard.put(one);
                }
            } catch (IOException gone) {
                lost = gone;
            } catch (RuntimeException defect) {
                broken = defect;
            } finally {
                left.complete(null);
                heard.put(Optional.empty()); // Whoever waits for the next would wait forever.
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next message; empty where there will be none. */
    Optional<Message> next() throws IOException, InterruptedException {
        var one = heard.take();
        if (one.isEmpty() && broken != null) {
            throw broken;
        }
        if (one.isEmpty() && lost != null) {
            throw lost;
        }
        return one;
    }

    /**
     * Waits for something, as long as it takes; once the client has left, only as long as this. Tells whether it
     * happened.
     */
    boolean await(CompletableFuture<Void> something, Duration afterwards) throws InterruptedException {
        try {
            CompletableFuture.anyOf(something, left).get();
            something.get(afterwards.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException never) {
            return false;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void send(Message message) throws IOException {
        writing.lock();
        try {
            duplex.write(MessageCodec.encode(message), false);
        } finally {
            writing.unlock();
        }
    }
}
