package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import java.util.List;

/** Which revisions of the protocol a client may speak. */
public sealed interface VersionPolicy {

    /** Finds out what the server speaks, and takes the newest. */
    record Automatic() implements VersionPolicy {}

    /** Speaks one revision or fails. */
    record Exactly(ProtocolVersion version) implements VersionPolicy {}

    /** Finds out what the server speaks, and takes the newest up to one. */
    record UpTo(ProtocolVersion version) implements VersionPolicy {}

    /** Opens with the handshake of the older revisions, without asking first. */
    record LegacyOnly() implements VersionPolicy {}

    /** Returns the policy that finds out by itself. */
    static VersionPolicy automatic() {
        return new Automatic();
    }

    /** Returns the policy that pins a revision. */
    static VersionPolicy exactly(ProtocolVersion version) {
        return new Exactly(version);
    }

    /** Returns the policy that speaks nothing newer than a revision. */
    static VersionPolicy upTo(ProtocolVersion version) {
        return new UpTo(version);
    }

    /** Returns the policy that never probes. */
    static VersionPolicy legacyOnly() {
        return new LegacyOnly();
    }

    /** Returns the revisions that may be spoken, best first. */
    default List<ProtocolVersion> allowed() {
        return switch (this) {
            case Automatic any -> ProtocolVersion.newestFirst();
            case Exactly(var version) -> List.of(version);
            case UpTo(var newest) ->
                ProtocolVersion.newestFirst().stream()
                        .filter(version -> version.compareTo(newest) <= 0)
                        .toList();
            case LegacyOnly old ->
                ProtocolVersion.newestFirst().stream()
                        .filter(version -> version.era() == Era.LEGACY)
                        .toList();
        };
    }
}
