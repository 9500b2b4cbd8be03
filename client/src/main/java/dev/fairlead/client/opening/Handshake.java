package dev.fairlead.client.opening;

import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.client.peer.RequestIds;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The {@code initialize} of the older revisions. It is never cancelled on the wire. */
public final class Handshake {
    private static final int MAX_SESSION_ID = 4096;
    private static final String SESSION_ID = "Mcp-Session-Id";
    // A server that offers to speak unasked says so at once; one that says nothing must not hold up the opening.
    private static final Duration NEWS = Duration.ofSeconds(1);

    private Handshake() {}

    /** Sends the offer; its answer is read from the exchange. */
    public static Exchange offer(Wire wire, PeerTerms terms, RequestIds ids, ProtocolVersion version, Deadline deadline)
            throws InterruptedException, TimeoutException {
        var params = Json.object().put("protocolVersion", version.id());
        params.set("capabilities", capabilities(terms));
        params.set("clientInfo", terms.identity().toJson());
        return wire.exchange(new Request(ids.next(), "initialize", params), deadline);
    }

    /**
     * Reads the server's answer, and confirms it.
     *
     * @param beside what came beside the answer
     */
    public static ServerProfile conclude(
            Wire wire,
            PeerTerms terms,
            List<ProtocolVersion> allowed,
            JsonNode answer,
            Headers beside,
            Deadline deadline)
            throws InterruptedException, TimeoutException {
        var profile = profile(terms, allowed, answer);
        wire.sessions().enter(session(terms, profile.version(), beside));
        wire.deliver(new Notification("notifications/initialized", null), deadline);
        wire.sessions().listen(Deadline.after(NEWS).orEarlier(deadline));
        return profile;
    }

    /** Opens a session in a revision that the server is known to speak, and waits for all of it. */
    public static ServerProfile again(
            Wire wire,
            PeerTerms terms,
            RequestIds ids,
            List<ProtocolVersion> allowed,
            ProtocolVersion version,
            Deadline deadline)
            throws InterruptedException, TimeoutException {
        try (var exchange = offer(wire, terms, ids, version, deadline)) {
            while (true) {
                var message = exchange.next(deadline).orElseThrow(() -> unusable(terms, "no answer"));
                switch (message) {
                    case Notification early -> {
                        if (deadline.passed()) {
                            throw new TimeoutException();
                        }
                    }
                    case Response.Result agreed -> {
                        return conclude(wire, terms, allowed, agreed.result(), exchange.headers(), deadline);
                    }
                    case Response.Failure refused ->
                        throw new ServerErrorException("initialize", terms.server(), refused.error());
                    default -> throw unusable(terms, "unexpected " + message);
                }
            }
        }
    }

    private static WireSession session(PeerTerms terms, ProtocolVersion version, Headers beside) {
        var headers = Headers.NONE.with("MCP-Protocol-Version", version.id());
        var id = beside.get(SESSION_ID);
        if (id.isEmpty()) {
            return new WireSession(headers, false);
        }
        // Anything else could not be sent back as it is, or would be sent as something else.
        if (!id.get().chars().allMatch(c -> c > ' ' && c < 0x7f) || id.get().isEmpty()) {
            throw unusable(terms, "a session id with characters that are not allowed in one");
        }
        if (id.get().length() > MAX_SESSION_ID) {
            throw unusable(terms, "a session id of more than %s characters".formatted(MAX_SESSION_ID));
        }
        return new WireSession(headers.with(SESSION_ID, id.get()), true);
    }

    private static ServerProfile profile(PeerTerms terms, List<ProtocolVersion> allowed, JsonNode answer) {
        var named = answer.path("protocolVersion").asString("");
        // A modern revision has no handshake form, so naming one here is no agreement.
        var version = ProtocolVersion.of(named)
                .filter(known -> known.era() == Era.LEGACY && allowed.contains(known))
                .orElseThrow(() -> new VersionException(
                        terms.server(),
                        named.isEmpty() ? List.of() : List.of(named),
                        allowed.stream().map(ProtocolVersion::id).toList()));
        return Discovery.legacy(terms, version, answer);
    }

    private static ObjectNode capabilities(PeerTerms terms) {
        var capabilities = terms.capabilities();
        if (capabilities.get("roots") instanceof ObjectNode roots) {
            roots.put("listChanged", true);
        }
        return capabilities;
    }

    /** Returns the failure to get any usable answer. */
    public static ProtocolViolationException unusable(PeerTerms terms, String what) {
        return new ProtocolViolationException("initialize on server '%s': %s".formatted(terms.server(), what));
    }
}
