package dev.fairlead.client.opening;

import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.client.peer.RequestIds;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Wire;
import java.util.List;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The {@code initialize} of the older revisions. It is never cancelled on the wire. */
public final class Handshake {
    private Handshake() {}

    /** Sends the offer; its answer is read from the exchange. */
    public static Exchange offer(Wire wire, PeerTerms terms, RequestIds ids, ProtocolVersion version, Deadline deadline)
            throws InterruptedException, TimeoutException {
        var params = Json.object().put("protocolVersion", version.id());
        params.set("capabilities", capabilities(terms));
        params.set("clientInfo", terms.identity().toJson());
        return wire.exchange(new Request(ids.next(), "initialize", params), deadline);
    }

    /** Reads the server's answer, and confirms it. */
    public static ServerProfile conclude(Wire wire, PeerTerms terms, List<ProtocolVersion> allowed, JsonNode answer) {
        var profile = profile(terms, allowed, answer);
        wire.post(new Notification("notifications/initialized", null));
        return profile;
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
        var capabilities = answer.get("capabilities");
        var instructions = answer.path("instructions");
        return new ServerProfile(
                version,
                new ServerCapabilities(capabilities instanceof ObjectNode known ? known : Json.object()),
                implementation(terms, answer.get("serverInfo")),
                instructions.isString() ? instructions.stringValue() : null);
    }

    private static @org.jspecify.annotations.Nullable Implementation implementation(
            PeerTerms terms, @org.jspecify.annotations.Nullable JsonNode info) {
        if (info == null) {
            return null;
        }
        try {
            return Implementation.from(info);
        } catch (BadShape unreadable) {
            terms.diary().badShape("serverInfo: " + unreadable.getMessage());
            return null;
        }
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
