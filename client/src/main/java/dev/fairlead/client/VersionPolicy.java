package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import java.util.List;

/** Which revisions of the protocol a client may speak. */
public sealed interface VersionPolicy {

    /** Finds out what the server speaks, and takes the newest. */
    record Automatic() implements VersionPolicy {
        @Override
        public List<ProtocolVersion> allowed() {
            return ProtocolVersion.newestFirst();
        }
    }

    /** Speaks one revision or fails. */
    record Exactly(ProtocolVersion version) implements VersionPolicy {
        @Override
        public List<ProtocolVersion> allowed() {
            return List.of(version);
        }
    }

    /** Finds out what the server speaks, and takes the newest up to one. */
    record UpTo(ProtocolVersion version) implements VersionPolicy {
        @Override
        public List<ProtocolVersion> allowed() {
            return ProtocolVersion.newestFirst().stream()
                    .filter(other -> other.compareTo(version) <= 0)
                    .toList();
        }
    }

    /** Opens with the handshake of the older revisions, without asking first. */
    record LegacyOnly() implements VersionPolicy {
        @Override
        public List<ProtocolVersion> allowed() {
            return ProtocolVersion.newestFirst().stream()
                    .filter(version -> version.era() == Era.LEGACY)
                    .toList();
        }
    }

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
    List<ProtocolVersion> allowed();
}
