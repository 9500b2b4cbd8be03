package dev.fairlead.client.opening;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.client.peer.ModernEnvelope;
import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server what it is, in the one way that only a modern server understands.
 *
 * <p>Silence is only provisional: the question stays open, so that a server which was merely slow to start is still
 * recognised while the handshake is being tried.
 */
public final class Probe implements AutoCloseable {
    // A server that has shown life and does not answer within this time does not know the question.
    private static final Duration ONCE_STIRRED = Duration.ofSeconds(2);
    private static final Duration SLICE = Duration.ofMillis(50);

    private final Wire wire;
    private final Exchange exchange;
    private final Duration patience;

    private Probe(Wire wire, Exchange exchange, Duration patience) {
        this.wire = wire;
        this.exchange = exchange;
        this.patience = patience;
    }

    /**
     * Sends the question.
     *
     * @param attempt makes the id unique, so that a late answer to an earlier probe is not taken for this one's
     * @param patience how long a server that does not answer is waited for
     */
    public static Probe send(
            Wire wire, PeerTerms terms, ProtocolVersion version, int attempt, Duration patience, Deadline deadline)
            throws InterruptedException, TimeoutException {
        var invocation = Invocation.of("server/discover", Json.object(), null);
        var envelope = new ModernEnvelope(version, terms);
        var request = envelope.wrap(RequestId.of("probe-" + attempt), invocation, CallScope.within(Limits.USUAL), null);
        return new Probe(wire, wire.exchange(request, envelope.headers(request), deadline), patience);
    }

    /** Waits for what comes of it. */
    public ProbeOutcome outcome(Deadline deadline) throws InterruptedException, TimeoutException {
        long started = System.nanoTime();
        var quiet = Deadline.after(patience);
        @Nullable Deadline stirred = null;
        while (true) {
            var until = stirred == null ? quiet : quiet.orEarlier(stirred);
            var outcome = next(Deadline.after(SLICE).orEarlier(until).orEarlier(deadline));
            if (outcome.isPresent()) {
                return outcome.get();
            }
            if (deadline.passed()) {
                throw new TimeoutException();
            }
            if (until.passed()) {
                return new ProbeOutcome.Silent(Duration.ofNanos(System.nanoTime() - started));
            }
            // Whoever has begun to answer on a network works on this question; in a pipe anything may stir.
            if (stirred == null && wire.multiplexed() && wire.stirred()) {
                stirred = Deadline.after(ONCE_STIRRED);
            }
        }
    }

    /** Waits for the answer of a server that is known to understand the question, however long it takes. */
    public ProbeOutcome answer(Deadline deadline) throws InterruptedException, TimeoutException {
        return next(deadline).orElseThrow(TimeoutException::new);
    }

    /** Looks whether an answer comes after all. */
    public Optional<ProbeOutcome> lateOutcome(Deadline until) throws InterruptedException {
        return next(until);
    }

    private ProbeOutcome ended() {
        return wire.multiplexed()
                ? new ProbeOutcome.HungUp("the stream ended")
                : new ProbeOutcome.Garbled("no response in it");
    }

    private static Optional<ProbeOutcome> outcome(Message message) {
        if (message instanceof Response.Result answer) {
            return Optional.of(new ProbeOutcome.Answered(answer.result()));
        }
        if (message instanceof Response.Failure refusal) {
            return Optional.of(new ProbeOutcome.Refused(refusal.error()));
        }
        return message instanceof Message.Malformed bad
                ? Optional.of(new ProbeOutcome.Garbled(bad.problem()))
                : Optional.empty();
    }

    private Optional<ProbeOutcome> next(Deadline until) throws InterruptedException {
        try {
            while (true) {
                var message = exchange.next(until).orElse(null);
                var outcome = message == null ? Optional.of(ended()) : outcome(message);
                // Progress of a probe is no answer, however much there is of it.
                if (outcome.isPresent() || until.passed()) {
                    return outcome;
                }
            }
        } catch (TimeoutException notYet) {
            return Optional.empty();
        } catch (McpException gone) {
            return Optional.of(
                    wire.multiplexed()
                            ? new ProbeOutcome.HungUp(String.valueOf(gone.getMessage()))
                            : new ProbeOutcome.Rejected(gone));
        }
    }

    @Override
    public void close() {
        exchange.close();
    }
}
