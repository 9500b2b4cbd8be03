package dev.fairlead.host.config;

import java.util.Optional;

/** Knows secrets that no file should hold: answers of people, and what the system's keychain keeps. */
@FunctionalInterface
public interface SecretSource {
    /** Knows none. */
    SecretSource NONE = (kind, id) -> Optional.empty();

    /** Where a secret comes from. */
    enum Kind {
        /** A person, asked once; written <code>${input:id}</code>. */
        INPUT,
        /** The system's keychain; written <code>${keychain:id}</code>. */
        KEYCHAIN
    }

    /** Returns a secret, if it is known. */
    Optional<String> secret(Kind kind, String id);

    /** Returns what knows the secrets of one server; the same for all, unless what is known depends on its file. */
    default SecretSource of(ServerConfig server) {
        return this;
    }
}
