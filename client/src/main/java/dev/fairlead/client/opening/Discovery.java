package dev.fairlead.client.opening;

import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerProfile;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a server says of itself, in either era. */
public final class Discovery {
    private Discovery() {}

    /** Reads the answer of a modern server to {@code server/discover}. */
    public static ServerProfile modern(PeerTerms terms, ProtocolVersion version, ObjectNode answer) {
        // The final text has it in one place, its drafts had it in another.
        var info = answer.path("_meta").get(MetaKey.SERVER_INFO);
        return profile(terms, version, answer, info == null ? answer.get("serverInfo") : info);
    }

    /** Reads the answer of a legacy server to {@code initialize}. */
    static ServerProfile legacy(PeerTerms terms, ProtocolVersion version, JsonNode answer) {
        return profile(terms, version, answer, answer.get("serverInfo"));
    }

    private static ServerProfile profile(
            PeerTerms terms, ProtocolVersion version, JsonNode answer, @Nullable JsonNode info) {
        var instructions = answer.path("instructions");
        return new ServerProfile(
                version,
                answer.get("capabilities") instanceof ObjectNode known
                        ? new ServerCapabilities(known)
                        : ServerCapabilities.none(),
                implementation(terms, info),
                instructions.isString() ? instructions.stringValue() : null);
    }

    private static @Nullable Implementation implementation(PeerTerms terms, @Nullable JsonNode info) {
        try {
            return info == null ? null : Implementation.from(info);
        } catch (BadShape unreadable) {
            terms.diary().badShape("serverInfo: " + unreadable.getMessage());
            return null;
        }
    }
}
