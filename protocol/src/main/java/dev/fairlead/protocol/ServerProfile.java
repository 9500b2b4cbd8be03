package dev.fairlead.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself, and how it is spoken to.
 *
 * @param implementation who it is; modern servers need not tell
 * @param instructions how it wants to be used, in words for a model
 */
public record ServerProfile(
        ProtocolVersion version,
        ServerCapabilities capabilities,
        @Nullable Implementation implementation,
        @Nullable String instructions) {

    /** Returns the revision of the protocol that is spoken, as it is written. */
    public String revision() {
        return version.id();
    }

    /** Returns the era in which the server is spoken to. */
    public Era era() {
        return version.era();
    }
}
