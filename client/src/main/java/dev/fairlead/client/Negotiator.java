package dev.fairlead.client;

import dev.fairlead.client.opening.Discovery;
import dev.fairlead.client.opening.EarlyWords;
import dev.fairlead.client.opening.Handshake;
import dev.fairlead.client.opening.Inquiry;
import dev.fairlead.client.opening.ProbeOutcome;
import dev.fairlead.client.opening.ProbeTerms;
import dev.fairlead.client.opening.ProbeVerdict;
import dev.fairlead.client.opening.Ways;
import dev.fairlead.client.peer.LegacyPeer;
import dev.fairlead.client.peer.ModernPeer;
import dev.fairlead.client.peer.Opened;
import dev.fairlead.client.peer.Peer;
import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.client.peer.Questions;
import dev.fairlead.client.peer.RequestIds;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Opens the line, finds out the server's era, and builds the peer. The only place that chooses an era. */
final class Negotiator {
    private static final Duration SLICE = Duration.ofMillis(50);
    private static final int LENIENCE = 20; // a twentieth of the limit
    private static final Duration OLD_LINE_ENDS = Duration.ofSeconds(1);
    private static final Duration FRESH_START = Duration.ofSeconds(5);

    private final Transport transport;
    private final ClientProfile profile;
    private final PeerTerms terms;
    private final Consumer<McpException> broke;
    private final ProbeTerms offer;
    private final RequestIds ids = new RequestIds();
    private final Deadline deadline;
    private Wire wire;
    private final Inquiry inquiry;
    private boolean switched;
    private final EarlyWords early; // on the present line
    private @Nullable McpException firstFailure;
    private Transport way; // whose line is open
    private final List<String> steps = new ArrayList<>();
    private final long started = System.nanoTime();

    /** A server that is ready to be called, and how that came about. */
    record Outcome(Peer peer, Opening opening) {}

    private Negotiator(Transport transport, ClientProfile profile, PeerTerms terms, Consumer<McpException> broke) {
        this.transport = transport;
        this.profile = profile;
        this.terms = terms;
        this.broke = broke;
        this.early = new EarlyWords(terms);
        this.deadline = Deadline.after(profile.connectTimeout());
        this.way = transport;
        this.wire = open();
        this.offer = new ProbeTerms(transport.server(), profile.versions().allowed(), wire.multiplexed());
        this.inquiry = new Inquiry(terms, offer, deadline);
    }

    /** Returns a peer that is ready to be called. Whatever was started is ended again if that fails. */
    static Outcome negotiate(
            Transport transport, ClientProfile profile, PeerTerms terms, Consumer<McpException> broke) {
        var negotiator = new Negotiator(transport, profile, terms, broke);
        boolean open = false;
        try {
            var peer = negotiator.negotiate();
            open = true;
            return new Outcome(peer, negotiator.opening());
        } catch (TimeoutException tooSlow) {
            throw negotiator.timedOut();
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("connecting", transport.server(), false);
        } finally {
            negotiator.inquiry.close();
            if (!open) {
                negotiator.giveUp();
                // Whatever was believed of this server did not help; the next attempt looks afresh.
                transport.identity().ifPresent(profile.eraMemory()::forget);
            }
        }
    }

    private Opening opening() {
        return new Opening(way.kind(), steps, Duration.ofNanos(System.nanoTime() - started));
    }

    /** Ends what was started. A server that does not want to end must not hold the caller far beyond its limit. */
    private void giveUp() {
        close(deadline.remaining()
                .plus(profile.connectTimeout().dividedBy(LENIENCE))
                .plus(SLICE));
    }

    /**
     * Closes the line, and goes on without waiting to the end where that takes longer than {@code patience}. However often
     * whoever waits is interrupted, a server is not left to end behind his back.
     */
    private void close(Duration patience) {
        var closing =
                Thread.ofVirtual().name("fairlead-" + terms.server() + "-close").start(wire::close);
        var limit = Deadline.after(patience);
        boolean interrupted = false;
        boolean over = false;
        while (!over && !limit.passed()) {
            try {
                over = closing.join(limit.remaining());
            } catch (InterruptedException hurry) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Peer negotiate() throws InterruptedException, TimeoutException {
        var recalled = transport.identity().flatMap(profile.eraMemory()::recall);
        var modern = offer.best(Era.MODERN);
        var old = offer.best(Era.LEGACY);
        if (modern.isEmpty() || !transport.reachesModern()) {
            return handshake(old.orElseThrow(() -> new UnsupportedFeatureException(
                    "connecting",
                    terms.server(),
                    "%s is only spoken to servers of older revisions than are allowed".formatted(transport.kind()))));
        }
        return recalled.equals(Optional.of(Era.LEGACY)) && old.isPresent()
                ? recalled(old.get(), modern.get())
                : probe(modern.get());
    }

    /** Opens as it was right the last time, and asks the server only if that no longer works. */
    private Peer recalled(ProtocolVersion old, ProtocolVersion modern) throws InterruptedException, TimeoutException {
        try {
            return handshake(old);
        } catch (ServerErrorException | VersionException | HttpStatusException | ProtocolViolationException changed) {
            firstFailure = changed;
            steps.add("it is no longer what it was the last time");
            reopen(transport);
            return probe(modern);
        }
    }

    /** Opens a session over the first of the ways that lead to one. */
    private Peer handshake(ProtocolVersion version) throws InterruptedException, TimeoutException {
        McpException original = null;
        for (var next : Ways.of(transport, transport.identity().flatMap(profile.eraMemory()::recallKind))) {
            if (!Objects.equals(next, way)) {
                reopen(next);
            }
            try {
                return legacy(version);
            } catch (McpException refused) {
                var said = String.valueOf(refused.getMessage());
                steps.add("initialize over %s: %s"
                        .formatted(
                                way.kind(), said.replace("initialize on server '%s': ".formatted(terms.server()), "")));
                if (original != null) {
                    original.addSuppressed(refused);
                } else {
                    original = refused;
                }
                if (!Ways.another(refused) || inquiry.unsettled()) {
                    break; // Another way would be the end of the question, which is answered, or may still be.
                }
            } catch (TimeoutException silent) {
                if (original == null) {
                    throw silent;
                }
                original.addSuppressed(timedOut()); // What was said before explains more than silence does.
                break;
            }
        }
        throw Objects.requireNonNull(original, "there is always a way to try");
    }

    private Peer probe(ProtocolVersion version) throws InterruptedException, TimeoutException {
        return judge(
                ask(version),
                again -> judge(ask(again), never -> {
                    throw new VersionException(terms.server(), List.of(never.id()), offer.ids());
                }));
    }

    private Peer judge(ProbeOutcome outcome, Again again) throws InterruptedException, TimeoutException {
        if (!(outcome instanceof ProbeOutcome.Silent)) {
            inquiry.close(); // Only silence may still be broken.
        }
        var verdict = ProbeVerdict.of(outcome, offer);
        steps.add("server/discover over %s: %s".formatted(way.kind(), verdict.words()));
        if (verdict instanceof ProbeVerdict.Modern found) {
            return modern(found);
        }
        if (verdict instanceof ProbeVerdict.AskAgain other) {
            return again.ask(other.version());
        }
        if (verdict instanceof ProbeVerdict.Fail failed) {
            throw failed.error();
        }
        var old = (ProbeVerdict.Legacy) verdict;
        firstFailure = new VersionException(
                "server/discover on server '%s' found no modern server: %s".formatted(terms.server(), old.because()),
                null);
        if (outcome instanceof ProbeOutcome.HungUp) {
            reopen(way);
        }
        return handshakeOrAnswer(old.offer(), again);
    }

    /** Opens a session; where that is refused while the question is still open, its answer counts after all. */
    private Peer handshakeOrAnswer(ProtocolVersion version, Again again) throws InterruptedException, TimeoutException {
        try {
            return handshake(version);
        } catch (McpException refused) {
            if (wire.multiplexed()) {
                throw refused;
            }
            try {
                // No old server: a modern one that is slow.
                return judge(inquiry.answer().orElseThrow(() -> refused), again);
            } catch (TimeoutException silent) {
                refused.addSuppressed(timedOut());
                throw refused;
            }
        }
    }

    /** What to do when the server wants to be asked in another revision. */
    private interface Again {
        Peer ask(ProtocolVersion version) throws InterruptedException, TimeoutException;
    }

    private ProbeOutcome ask(ProtocolVersion version) throws InterruptedException, TimeoutException {
        // A server that has said itself that it is modern is merely slow when it is silent, and where nothing older is
        // allowed there is nothing to try instead.
        boolean silenceSaysNothing = switched || offer.best(Era.LEGACY).isEmpty();
        return inquiry.ask(wire, version, silence(), silenceSaysNothing);
    }

    /**
     * Returns how long silence is waited for: never so long that no time is left for the handshake. What is silent on a
     * network is mostly down, or slow, and is given all of that.
     */
    private Duration silence() {
        var longest = half();
        return wire.multiplexed() ? shorter(profile.probePatience(), longest) : longest;
    }

    private Duration half() {
        return deadline.remaining().dividedBy(2);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Peer modern(ProbeVerdict.Modern found) {
        remember(Era.MODERN);
        var server = Discovery.modern(terms, found.version(), found.discovery());
        return new ModernPeer(opened(server), terms, new Questions(terms.handlers()));
    }

    private Opened opened(ServerProfile server) {
        return new Opened(wire, ids, server, early.kept(), broke);
    }

    private Peer legacy(ProtocolVersion version) throws InterruptedException, TimeoutException {
        return legacy(version, true);
    }

    private Peer legacy(ProtocolVersion version, boolean mayAdjust) throws InterruptedException, TimeoutException {
        try (var exchange = Handshake.offer(wire, terms, ids, version, deadline)) {
            var patience =
                    mayStartAfresh() ? Deadline.after(deadline.remaining().minus(freshStart())) : deadline;
            while (true) {
                var described = inquiry.late(Duration.ZERO);
                if (described.isPresent() && (described.get().settled().passed() || patience.passed())) {
                    return described(described.get());
                }
                var message = poll(exchange, patience);
                // Notifications about the handshake say nothing that matters yet.
                if (message.isPresent() && !(message.get() instanceof Notification)) {
                    return answered(message.get(), exchange, mayAdjust);
                }
                early.attend(wire);
                if (patience.passed() && mayStartAfresh()) {
                    reopen(way);
                    return legacy(version, mayAdjust);
                }
            }
        } catch (McpException gone) {
            if (!mayStartAfresh() || gone instanceof ServerErrorException || gone instanceof VersionException) {
                throw both(gone);
            }
            // It left after the probe: start it afresh and open without one. A second failure is real.
            firstFailure = both(gone);
            reopen(way);
            return legacy(version, mayAdjust);
        }
    }

    /** Tells whether a server that the probe has upset can be started again without one. */
    private boolean mayStartAfresh() {
        return inquiry.asked() && wire.multiplexed();
    }

    /**
     * Returns how much time to leave for a fresh start without the probe, which may have upset the server for good. No
     * more than an installed server needs: one that is still being downloaded would lose what it has.
     */
    private Duration freshStart() {
        return shorter(half(), FRESH_START);
    }

    private Optional<Message> poll(Exchange exchange, Deadline patience) throws InterruptedException, TimeoutException {
        try {
            return exchange.next(Deadline.after(SLICE).orEarlier(patience));
        } catch (TimeoutException quiet) {
            if (deadline.passed() && !inquiry.answeredLate()) {
                throw quiet;
            }
            return Optional.empty();
        }
    }

    private Peer described(Inquiry.Late late) throws InterruptedException, TimeoutException {
        return judge(late.said(), other -> {
            switched = true;
            return probe(other);
        });
    }

    private Peer answered(Message message, Exchange exchange, boolean mayAdjust)
            throws InterruptedException, TimeoutException {
        if (message instanceof Response.Result agreed) {
            return agreed(agreed.result(), exchange.headers());
        }
        if (message instanceof Response.Failure refused) {
            return refused(refused.error(), mayAdjust);
        }
        throw Handshake.unusable(
                terms,
                message instanceof Message.Malformed bad
                        ? "malformed response, " + bad.problem()
                        : "unexpected " + message);
    }

    private Peer agreed(JsonNode answer, Headers beside) throws InterruptedException, TimeoutException {
        var server = Handshake.conclude(wire, terms, offer.allowed(), answer, beside, deadline);
        steps.add("initialize over %s: agreed on %s"
                .formatted(way.kind(), server.version().id()));
        // Which era a server of both was met in was a matter of its speed; the next time it is asked again.
        remember(inquiry.answeredLate() ? Era.MODERN : Era.LEGACY);
        var line = wire;
        return new LegacyPeer(
                opened(server),
                terms,
                new Questions(terms.handlers()),
                (before, limit) -> Handshake.again(line, terms, ids, offer.allowed(), before.version(), limit));
    }

    private Peer refused(RpcError error, boolean mayAdjust) throws InterruptedException, TimeoutException {
        // Whoever answers both at once may answer the second question first.
        var described = inquiry.settled();
        if (described.isPresent()) {
            return described(described.get());
        }
        var supported = ProbeVerdict.supported(error);
        if (!supported.isEmpty() && offer.bestOf(supported).isEmpty()) {
            throw new VersionException(terms.server(), supported, offer.ids());
        }
        var better = mayAdjust ? offer.bestOf(supported) : Optional.<ProtocolVersion>empty();
        boolean modern = way.reachesModern()
                && better.filter(version -> version.era() == Era.MODERN).isPresent();
        if (better.isEmpty() || (modern && switched)) {
            throw new ServerErrorException("initialize", terms.server(), error);
        }
        if (!modern && better.get().era() == Era.MODERN) {
            throw new ServerErrorException("initialize", terms.server(), error); // This way does not lead there.
        }
        switched = modern;
        return modern ? probe(better.get()) : legacy(better.get(), false);
    }

    private void remember(Era era) {
        transport.identity().ifPresent(identity -> profile.eraMemory().remember(identity, era, way.kind()));
    }

    private Wire open() {
        var line = way.open(ids, terms.diary());
        terms.diary().watch(line);
        return line;
    }

    private void reopen(Transport next) {
        inquiry.forget();
        close(OLD_LINE_ENDS);
        way = next;
        wire = open();
        early.forget();
    }

    /** Keeps both failures where two ways of opening were tried. */
    private McpException both(McpException last) {
        if (firstFailure != null
                && firstFailure != last
                && !List.of(last.getSuppressed()).contains(firstFailure)) {
            last.addSuppressed(firstFailure);
        }
        return last;
    }

    private McpException timedOut() {
        boolean started = way.kind().equals("stdio");
        String seen;
        if (wire.stirred()) {
            seen = "is there but did not complete the opening of the connection; is it an MCP server that speaks "
                    + way.kind() + "?";
        } else {
            seen = "gave no sign of life; check that the %s an MCP server"
                    .formatted(started ? "command starts" : "URL is that of");
        }
        if (wire.multiplexed() && offer.best(Era.LEGACY).isEmpty()) {
            seen += " An older server may be silent when it is asked for %s, and nothing older is allowed."
                    .formatted(String.join(", ", offer.ids()));
        }
        return new ConnectTimeoutException(terms.server(), profile.connectTimeout(), seen, firstFailure);
    }
}
