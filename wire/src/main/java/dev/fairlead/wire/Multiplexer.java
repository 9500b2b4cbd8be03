package dev.fairlead.wire;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Wire} of any {@link Duplex}: what comes and goes, on which threads, and when it is over. Which message belongs
 * to which exchange is known to {@code PendingExchanges}.
 */
public final class Multiplexer implements Wire {
    private static final long MAX_QUEUED_BYTES = 32L << 20;
    private static final String READS_NOTHING = "the server reads nothing of what it is sent";
    private static final Duration LAST_WORDS = Duration.ofMillis(200);
    private static final Duration AT_LAST = Duration.ofSeconds(2);
    private static final Duration THREADS_END = Duration.ofSeconds(1);
    private static final Duration WRITER_IDLE = Duration.ofMillis(200);
    private static final long ALONE_NANOS = 1_000_000;

    private final String server;
    private final Duplex duplex;
    private final PendingExchanges exchanges;
    private final Outbox outbox;
    private final Reading reading;
    private final Thread reader;
    private volatile long accompanied = System.nanoTime() - ALONE_NANOS; // when exchanges were last at once
    private volatile boolean stirred;
    private volatile boolean inputClosed;

    private Multiplexer(
            String server, Duplex duplex, Correlation correlation, WireListener listener, ThreadFactory threads) {
        this.server = server;
        this.duplex = duplex;
        this.exchanges = new PendingExchanges(correlation, listener);
        this.reading = new Reading(duplex, this::sort);
        this.reader = threads.newThread(this::read);
        reader.setName("fairlead-" + server + "-reader");
        this.outbox = new Outbox(MAX_QUEUED_BYTES, WRITER_IDLE, () -> {
            var writer = threads.newThread(this::write);
            writer.setName("fairlead-" + server + "-writer");
            writer.start();
            return writer;
        });
    }

    /**
     * Starts sorting.
     *
     * @param threads makes the thread that reads and, whenever something is queued and none is there, one that writes; what
     *     blocks the carrier of a virtual thread needs platform threads
     */
    public static Multiplexer over(
            String server, Duplex duplex, Correlation correlation, WireListener listener, ThreadFactory threads) {
        var multiplexer = new Multiplexer(server, duplex, correlation, listener, threads);
        multiplexer.reader.start();
        return multiplexer;
    }

    @Override
    public Exchange exchange(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException {
        var line = new Line(request);
        exchanges.register(line);
        boolean queued = false;
        try {
            line.parcel =
                    send(MessageCodec.encode(request), line.alone(), deadline).orElse(null);
            queued = line.parcel != null;
            if (!queued) {
                throw broken().during(request.method(), server, false);
            }
            if (inputClosed && line.neverSent()) {
                // It was queued when the server closed its input, and those who were failed then did not include it.
                line.mailbox.breakOff(broken());
            }
        } catch (Outbox.NoWriterException nobody) {
            throw unwritten(nobody).during(request.method(), server, false);
        } finally {
            if (!queued) {
                exchanges.unregister(line);
            }
        }
        return line;
    }

    private Optional<Outbox.Parcel> send(byte[] json, boolean alone, Deadline deadline)
            throws InterruptedException, TimeoutException, Outbox.NoWriterException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        var own = duplex.direct() && alone ? outbox.grab(json) : Optional.<Outbox.Parcel>empty();
        if (own.isEmpty()) {
            return outbox.put(json, deadline);
        }
        writeHere(json, deadline);
        return own;
    }

    private void writeHere(byte[] json, Deadline deadline) {
        try {
            new OwnWrite(duplex, deadline, exchanges::over, this::cutOff).run(json);
        } catch (IOException refused) {
            inputClosed();
        } catch (RuntimeException | Error defect) {
            end(Breakage.lost("writing failed: " + defect, defect)); // Half a message may be in the pipe.
        } finally {
            outbox.wrote();
        }
    }

    private void cutOff() {
        end(Breakage.lost(READS_NOTHING, null));
        duplex.cutOff();
    }

    @Override
    public void post(Message message, Headers headers) {
        if (message instanceof Request unawaited) {
            exchanges.awaitNoAnswer(unawaited.id());
        }
        exchanges.tellsUnasked();
        try {
            if (outbox.post(MessageCodec.encode(message))) {
                return;
            }
            if (!outbox.closed()) {
                end(Breakage.lost(READS_NOTHING, null));
            }
        } catch (Outbox.NoWriterException nobody) {
            end(unwritten(nobody)); // The server may wait for this message, and nobody sends it again.
        }
        throw broken().during("sending a message", server, false);
    }

    private static Breakage unwritten(Outbox.NoWriterException nobody) {
        return Breakage.lost(String.valueOf(nobody.getMessage()), nobody.getCause());
    }

    @Override
    public void deliver(Message message, Deadline deadline) {
        post(message, Headers.NONE); // One stream keeps the order by itself.
    }

    @Override
    public Exchange unsolicited() {
        return new Exchange() {
            @Override
            public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
                return deliver(exchanges.unsolicited(), "listening", () -> false, deadline);
            }

            @Override
            public boolean abandon() {
                return false;
            }
        };
    }

    @Override
    public boolean multiplexed() {
        return true;
    }

    @Override
    public boolean stirred() {
        return stirred;
    }

    /** Notes a sign of life that came another way than by a message. */
    public void stir() {
        stirred = true;
    }

    /**
     * Fails one message that the server did not take, while it may take others.
     *
     * @param asked the id of that message; null if it asked nothing
     */
    public void refuse(@Nullable RequestId asked, Breakage why) {
        if (asked != null) {
            exchanges.refuse(asked, why);
        } else {
            exchanges.report(Violation.ofMessage(why.during("sending a message", server, true)));
        }
    }

    /** Tells whether somebody waits for the answer to a request. */
    public boolean awaits(RequestId asked) {
        return exchanges.awaits(asked);
    }

    @Override
    public void breakOff(Breakage reason) {
        end(reason);
    }

    /** Ends the line because of something that its stream does not show; waits a moment for messages still in it. */
    public void breakOff(Breakage reason, Duration grace) {
        var atLast = Deadline.after(AT_LAST);
        try {
            boolean over = reader.join(grace);
            // A large message may take longer than that to be decoded.
            while (!over && !duplex.waiting() && !atLast.passed()) {
                over = reader.join(grace);
            }
            if (!over) {
                end(reason);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            end(reason);
        }
    }

    @Override
    public void close() {
        // Whoever closes after an interruption still wants the server told, and ended.
        boolean interrupted = Thread.interrupted();
        try {
            if (exchanges.end(Breakage.CLOSED)) {
                exchanges.tellAll(Breakage.CLOSED);
                say();
            }
            outbox.close();
            duplex.close();
            joinThreads();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns how many exchanges wait for an answer. */
    int pendingCount() {
        return exchanges.count();
    }

    /** Gives the last messages, cancellations for instance, a chance to leave. */
    private void say() {
        try {
            boolean ignored = outbox.flushed(Deadline.after(LAST_WORDS));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void joinThreads() {
        var patience = Deadline.after(THREADS_END);
        try {
            for (var thread :
                    outbox.writer().map(writer -> List.of(reader, writer)).orElse(List.of(reader))) {
                if (!thread.equals(Thread.currentThread())) {
                    boolean ignored = thread.join(patience.remaining());
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        IOException failure = null;
        try {
            reading.run();
        } catch (IOException ended) {
            failure = ended;
        } catch (RuntimeException | Error defect) {
            // A defect of ours or of a custom transport must not leave callers waiting for a reader that is gone.
            failure = new IOException("reading failed: " + defect, defect);
        }
        if (!exchanges.over()) {
            end(ending(failure));
        }
    }

    private Breakage ending(@Nullable IOException failure) {
        try {
            return duplex.ending(failure);
        } catch (RuntimeException defect) {
            return Breakage.lost("the stream ended, and asking why failed: " + defect, defect);
        }
    }

    private void write() {
        try {
            for (var parcel = outbox.take(); parcel.isPresent(); parcel = outbox.take()) {
                outbox.write(parcel.get(), duplex);
            }
        } catch (IOException refused) {
            inputClosed();
        } catch (InterruptedException stop) {
            end(Breakage.lost("writing was interrupted", stop)); // What is queued would wait for ever.
        } catch (RuntimeException | Error defect) {
            // The reader may never notice a defect on this side.
            end(Breakage.lost("writing failed: " + defect, defect));
        }
    }

    /** Fails what can no longer be sent; what was sent may still be answered. */
    private void inputClosed() {
        // The reader finds out why, and says it better: a process that exits closes its input first.
        outbox.close();
        inputClosed = true;
        exchanges.failUnsent(broken());
    }

    private void end(Breakage reason) {
        if (exchanges.end(reason)) {
            outbox.close();
            exchanges.tellAll(reason);
        }
    }

    private Breakage broken() {
        var reason = exchanges.breakage();
        return reason != null ? reason : Breakage.lost("the server closed its input", null);
    }

    private void sort(Message message) {
        stirred = true;
        exchanges.sort(message);
    }

    private Optional<Message> deliver(
            Mailbox mailbox, String attempted, BooleanSupplier maybeExecuted, Deadline deadline)
            throws InterruptedException, TimeoutException {
        var delivery = mailbox.take(deadline);
        if (delivery.isEmpty()) {
            return Optional.empty();
        }
        var reason = delivery.get().breakage();
        if (reason != null) {
            throw reason.during(attempted, server, maybeExecuted.getAsBoolean());
        }
        return Optional.ofNullable(delivery.get().message());
    }

    /** One exchange on the shared line. */
    private final class Line extends PendingExchanges.Pending implements Exchange {
        private final long opened = System.nanoTime();
        private volatile Outbox.@Nullable Parcel parcel;

        Line(Request request) {
            super(request, exchanges);
        }

        @Override
        public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
            lookFirst();
            return deliver(mailbox, request.method(), this::maybeSeen, deadline);
        }

        /**
         * Tells whether the caller may do the work of reader and writer. Where there were others a moment ago there soon are
         * again, and together they are served for less: what they ask is written at once, and while nobody is busy with his
         * own call alone, the others get to theirs.
         */
        boolean alone() {
            if (exchanges.count() > 1) {
                accompanied = System.nanoTime();
                return false;
            }
            return opened - accompanied > ALONE_NANOS;
        }

        private void lookFirst() {
            if (!mailbox.waiting()) {
                return;
            }
            if (!alone()) {
                reading.wake();
                return;
            }
            try {
                reading.look(() -> !mailbox.waiting());
            } catch (IOException broken) {
                reading.wake(); // The reader meets it too, and says it better.
            } catch (RuntimeException | Error defect) {
                var reason = Breakage.lost("reading failed: " + defect, defect);
                end(reason); // An answer may be lost, perhaps another's.
                mailbox.breakOff(reason);
            }
        }

        @Override
        public boolean abandon() {
            exchanges.abandon(this);
            return maybeSeen();
        }

        @Override
        void answered() {
            outbox.read(parcel);
            if (exchanges.isEmpty() && opened - accompanied > ALONE_NANOS) {
                reading.answeredAfter(System.nanoTime() - opened);
            }
        }

        @Override
        boolean neverSent() {
            var queued = parcel;
            return queued != null && outbox.withdraw(queued);
        }

        /** Makes sure that a request which has not left yet never will, and tells whether it has. */
        private boolean maybeSeen() {
            return !neverSent();
        }
    }
}
