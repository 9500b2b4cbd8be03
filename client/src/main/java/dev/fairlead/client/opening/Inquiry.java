package dev.fairlead.client.opening;

import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The question of what a server is, on the line that is open at the moment, and its answer, however late it comes. */
public final class Inquiry implements AutoCloseable {
    private static final Duration SETTLING = Duration.ofSeconds(2);

    private final PeerTerms terms;
    private final ProbeTerms offer;
    private final Deadline deadline;
    private @Nullable Probe open;
    private @Nullable Late late;
    private boolean asked;
    private int questions; // on all lines

    /**
     * What a server said of itself after the handshake was begun. It has both questions by then: one that knows both
     * eras opens a session now, and would speak as in one; so its answer to the second is waited for a moment.
     *
     * @param settled until when
     */
    public record Late(ProbeOutcome said, Deadline settled) {}

    /** Asks nothing yet. */
    public Inquiry(PeerTerms terms, ProbeTerms offer, Deadline deadline) {
        this.terms = terms;
        this.offer = offer;
        this.deadline = deadline;
    }

    /** Tells whether the server of this line was asked. */
    public boolean asked() {
        return asked;
    }

    /** Tells whether it is answered late, or may still be. */
    public boolean unsettled() {
        return open != null || late != null;
    }

    /** Tells whether it was answered when the handshake was under way already. */
    public boolean answeredLate() {
        return late != null;
    }

    /**
     * Asks, unless that question is open already, and waits.
     *
     * @param silence how long the server may be silent
     * @param toTheEnd whether silence says nothing, so that the answer is waited for as long as there is time
     */
    public ProbeOutcome ask(Wire wire, ProtocolVersion version, Duration silence, boolean toTheEnd)
            throws InterruptedException, TimeoutException {
        var probe = open;
        if (probe == null) {
            asked = true;
            probe = Probe.send(wire, terms, version, ++questions, silence, deadline);
            open = probe;
        }
        return toTheEnd ? probe.answer(deadline) : probe.outcome(deadline);
    }

    /** Returns the answer to a question that was left open, which is waited for; empty where none was. */
    public Optional<ProbeOutcome> answer() throws InterruptedException, TimeoutException {
        if (late != null) {
            return Optional.of(late.said());
        }
        return open == null ? Optional.empty() : Optional.of(open.answer(deadline));
    }

    /** Returns what the server says late, waiting a moment for it. An answer that leads nowhere is none. */
    public Optional<Late> late(Duration patience) throws InterruptedException {
        var until = Deadline.after(patience).orEarlier(deadline);
        var outcome = open == null ? Optional.<ProbeOutcome>empty() : open.lateOutcome(until);
        if (outcome.isPresent()) {
            close();
            var verdict = ProbeVerdict.of(outcome.get(), offer);
            if (verdict instanceof ProbeVerdict.Modern || verdict instanceof ProbeVerdict.AskAgain) {
                late = new Late(outcome.get(), Deadline.after(SETTLING));
            }
        }
        return Optional.ofNullable(late);
    }

    /** As {@link #late}, for as long as a server that answers both questions at once may need for the other. */
    public Optional<Late> settled() throws InterruptedException {
        return late(SETTLING);
    }

    /** Is about another line from now on, whose server was asked nothing. */
    public void forget() {
        close();
        asked = false;
        late = null;
    }

    /** Waits for no answer any more; what was answered late is kept. */
    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
