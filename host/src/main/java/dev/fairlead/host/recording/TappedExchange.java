package dev.fairlead.host.recording;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** An exchange that behaves as another one does, and tells what is read from it. */
final class TappedExchange implements Exchange {
    private final Exchange inner;
    private final Tap tap;
    private final InstantSource clock;
    private final long line;
    private final long number;
    private final AtomicBoolean ended = new AtomicBoolean();

    TappedExchange(Exchange inner, Tap tap, InstantSource clock, long line, long number) {
        this.inner = inner;
        this.tap = tap;
        this.clock = clock;
        this.line = line;
        this.number = number;
    }

    @Override
    public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
        return told(() -> inner.next(deadline));
    }

    @Override
    public Optional<Message> next(Deadline deadline, Supplier<Optional<Deadline>> later)
            throws InterruptedException, TimeoutException {
        return told(() -> inner.next(deadline, later));
    }

    private Optional<Message> told(Reading reading) throws InterruptedException, TimeoutException {
        try {
            var message = reading.next();
            message.ifPresentOrElse(
                    one -> tap.heard(new Traffic.Received(clock.instant(), line, number, one)),
                    () -> ended("the stream ended"));
            return message;
        } catch (ClientClosedException left) {
            throw left;
        } catch (McpException broken) {
            ended(String.valueOf(broken.getMessage()));
            throw broken;
        }
    }

    @Override
    public Headers headers() {
        return inner.headers();
    }

    @Override
    public Duration silence() {
        return inner.silence();
    }

    @Override
    public boolean abandon() {
        ended.set(true); // What comes of it now is our own doing, and tells nothing about the server.
        return inner.abandon();
    }

    @Override
    public void close() {
        ended.set(true);
        inner.close();
    }

    @FunctionalInterface
    private interface Reading {
        Optional<Message> next() throws InterruptedException, TimeoutException;
    }

    private void ended(String how) {
        // The stream of what is said unasked ends with its line, which is told by itself.
        if (number != Traffic.NO_EXCHANGE && !ended.getAndSet(true)) {
            tap.heard(new Traffic.Ended(clock.instant(), line, number, how));
        }
    }
}
