package dev.fairlead.host;

import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.StartRefusedException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sees to it that nothing which a project's file names is started before the user agreed to exactly that. */
final class Starts {
    private final StartConsent consent;
    private final Resolver resolver;
    private final AuditLog audit;
    private final ConcurrentMap<String, Looking> looks = new ConcurrentHashMap<>(); // by name
    private final ConcurrentMap<String, ServerConfig> agreed = new ConcurrentHashMap<>(); // by name

    /** What would be started, and whether it may be. */
    private record Look(String hash, Consent consent) {
        /** Looks at what would be started only where something was agreed to: that may take long. */
        static Look of(StartConsent consent, Path file, String server, Supplier<String> fingerprint) {
            var seen = new AtomicReference<>("");
            var found = consent.look(file, server, () -> {
                seen.set(fingerprint.get());
                return seen.get();
            });
            return new Look(seen.get(), found);
        }
    }

    private record Looking(ServerConfig config, SharedLook<Look> shared) {}

    Starts(StartConsent consent, Resolver resolver, AuditLog audit) {
        this.consent = consent;
        this.resolver = resolver;
        this.audit = audit;
    }

    /** Returns what would be started, for somebody to agree to. */
    ConfigFingerprint proposal(ServerConfig config) {
        return ConfigFingerprint.of(config, resolver);
    }

    private String fingerprint(ServerConfig config) {
        return ConfigFingerprint.ofAgreed(config, resolver).hash();
    }

    /** Returns what is started, or reached, under the name of a server. */
    String identity(ServerConfig config) {
        return ConfigFingerprint.identity(config, resolver);
    }

    /** Tells what was decided about a start, without using up anything; empty where nobody is asked. */
    Optional<Consent> consent(ServerConfig config) {
        var file = file(config);
        return file == null
                ? Optional.empty()
                : Optional.of(consent.look(file, config.name(), () -> fingerprint(config)));
    }

    /** Throws a {@link StartRefusedException} unless one process or session of the server may be started. */
    void check(ServerConfig config) {
        var file = file(config);
        if (file == null) {
            audit.record(AuditRecord.start(
                    config.name(), proposal(config).hash(), "by the user's or the program's own configuration"));
            return;
        }
        var look = look(config, file);
        // What was given for one start is used up here, once for each process.
        var now = look.consent == Consent.GIVEN ? consent.check(file, config.name(), look.hash) : look.consent;
        if (now != Consent.GIVEN) {
            throw refused(config, file, now);
        }
        agreed.put(config.name(), config);
    }

    /** Throws a {@link StartRefusedException} unless the server may be reached; uses up nothing. */
    void permit(ServerConfig config) {
        var file = file(config);
        if (file != null && !agreed(config)) {
            var look = look(config, file);
            if (look.consent != Consent.GIVEN) {
                throw refused(config, file, look.consent);
            }
        }
    }

    /** Tells whether this very configuration needed nobody's consent, or was started with it since the host was opened. */
    boolean agreed(ServerConfig config) {
        return file(config) == null || config.equals(agreed.get(config.name()));
    }

    /** Agrees to the start of a server, exactly as it was shown; tells whether it is still the same. */
    boolean agree(ServerConfig config, String seen, Scope scope) {
        var file = file(config);
        return file == null
                || (proposal(config).hash().equals(seen)
                        && consent.give(file, config.name(), seen, scope, config.pool()));
    }

    /** Refuses to start a server; tells whether it is one that somebody is asked about. What runs goes on. */
    boolean deny(ServerConfig config, Scope scope) {
        var file = file(config);
        if (file != null) {
            consent.deny(file, config.name(), scope);
            agreed.remove(config.name());
        }
        return file != null;
    }

    /** Takes back what was decided about a server; tells whether it is one that somebody is asked about. What runs goes on. */
    boolean withdraw(ServerConfig config) {
        var file = file(config);
        if (file != null) {
            consent.withdraw(file, config.name());
            agreed.remove(config.name());
        }
        return file != null;
    }

    /** All processes of a server ask at once, and one look at its files is enough for them. */
    private Look look(ServerConfig config, Path file) {
        try {
            return looks.compute(
                            config.name(),
                            (name, old) -> old != null && old.config.equals(config)
                                    ? old
                                    : new Looking(config, new SharedLook<>()))
                    .shared
                    .look(() -> {
                        var found = Look.of(consent, file, config.name(), () -> fingerprint(config));
                        if (found.consent != Consent.GIVEN) {
                            audit.record(AuditRecord.notStarted(
                                    config.name(),
                                    found.hash.isEmpty() ? null : found.hash,
                                    "of " + file + ": " + words(found.consent)));
                        }
                        return found;
                    });
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("connecting", config.name(), false);
        }
    }

    /** Returns the file that nobody is trusted for; null if the configuration is the user's or the program's own. */
    private static @Nullable Path file(ServerConfig config) {
        return config.origin().scope() == Origin.Scope.PROJECT ? config.origin().file() : null;
    }

    private static String words(Consent consent) {
        return switch (consent) {
            case GIVEN -> "agreed";
            case MISSING -> "nobody agreed";
            case CHANGED -> "something else was agreed to";
            case DENIED -> "denied";
        };
    }

    private static StartRefusedException refused(ServerConfig config, Path file, Consent why) {
        return new StartRefusedException(
                config.name(),
                switch (why) {
                    case MISSING ->
                        "nobody has agreed yet to what %s wants to start; look at it and approve it".formatted(file);
                    case CHANGED ->
                        "what %s wants to start is not what was agreed to; look at it and approve it anew"
                                .formatted(file);
                    case DENIED, GIVEN -> "it was denied; withdraw that first";
                });
    }
}
