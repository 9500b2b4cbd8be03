package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reaches a server that lives in this program. */
public final class PipeTransport implements Transport {
    private final String server;
    private final Consumer<Duplex> body;

    private PipeTransport(String server, Consumer<Duplex> body) {
        this.server = server;
        this.body = body;
    }

    /** Returns a transport that runs {@code body} on a thread of its own for every connection. */
    public static PipeTransport to(String server, Consumer<Duplex> body) {
        return new PipeTransport(server, body);
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String kind() {
        return "in memory";
    }

    @Override
    public Optional<String> identity() {
        return Optional.empty();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        var toServer = new Pipe();
        var toClient = new Pipe();
        var far = new End(toServer, toClient);
        Thread.ofVirtual().name("fairlead-" + server + "-server").start(() -> {
            try (far) {
                body.accept(far);
            }
        });
        var near = new End(toClient, toServer);
        return Multiplexer.over(
                server, near, correlation, listener, Thread.ofVirtual().factory());
    }

    /** One direction. Bounded, so that a side which does not read slows the other down. */
    private static final class Pipe {
        private static final int CAPACITY = 256;

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();

        // Guarded by lock.
        private final ArrayDeque<byte[]> messages = new ArrayDeque<>();
        private boolean closed;

        void write(byte[] json) throws IOException {
            locked(() -> {
                while (messages.size() >= CAPACITY && !closed) {
                    changed.await();
                }
                if (closed) {
                    throw new IOException("the other side has closed");
                }
                messages.add(json);
                changed.signalAll();
                return json;
            });
        }

        byte @Nullable [] read() throws IOException {
            return locked(() -> {
                while (messages.isEmpty() && !closed) {
                    changed.await();
                }
                changed.signalAll();
                return messages.poll();
            });
        }

        void close() {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private byte @Nullable [] locked(Step step) throws IOException {
            lock.lock();
            try {
                return step.run();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", stop);
            } finally {
                lock.unlock();
            }
        }

        private interface Step {
            byte @Nullable [] run() throws IOException, InterruptedException;
        }
    }

    private static final class End implements Duplex {
        private final Pipe in;
        private final Pipe out;
        private final ArrayDeque<Message> batch = new ArrayDeque<>();

        End(Pipe in, Pipe out) {
            this.in = in;
            this.out = out;
        }

        @Override
        public Optional<Message> read() throws IOException {
            while (batch.isEmpty()) {
                var json = in.read();
                if (json == null) {
                    return Optional.empty();
                }
                MessageCodec.decode(json, 0, json.length, batch::add);
            }
            return Optional.ofNullable(batch.poll());
        }

        @Override
        public void write(byte[] json, boolean more) throws IOException {
            out.write(json);
        }

        @Override
        public void close() {
            in.close();
            out.close();
        }
    }
}
