package dev.fairlead.host;

import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.protocol.error.StartRefusedException;

/** Sees to it that nothing which a project's file names is started before the user agreed to exactly that. */
final class Starts {
    private final StartConsent consent;
    private final Resolver resolver;
    private final AuditLog audit;

    Starts(StartConsent consent, Resolver resolver, AuditLog audit) {
        this.consent = consent;
        this.resolver = resolver;
        this.audit = audit;
    }

    /** Returns what would be started, for somebody to agree to. */
    ConfigFingerprint proposal(ServerConfig config) {
        return ConfigFingerprint.of(config, resolver);
    }

    /** Throws a {@link StartRefusedException} unless the server may be started. */
    void check(ServerConfig config) {
        var file = config.origin().file();
        if (config.origin().scope() != Origin.Scope.PROJECT || file == null) {
            audit.record(AuditRecord.start(
                    config.name(), proposal(config).hash(), "by the user's or the program's own configuration"));
            return;
        }
        var fingerprint = proposal(config);
        switch (consent.check(file, config.name(), fingerprint.hash())) {
            case GIVEN -> {}
            case MISSING ->
                throw refused(
                        config,
                        "nobody has agreed yet to what %s wants to start; look at it and approve it".formatted(file));
            case CHANGED ->
                throw refused(
                        config,
                        "what %s wants to start is not what was agreed to; look at it and approve it anew"
                                .formatted(file));
            case DENIED -> throw refused(config, "it was denied; withdraw that first");
        }
    }

    /** Agrees to the start of a server, exactly as it was shown; tells whether it is still the same. */
    boolean agree(ServerConfig config, String seen, Scope scope) {
        var file = config.origin().file();
        return file == null || (proposal(config).hash().equals(seen) && consent.give(file, config.name(), seen, scope));
    }

    private static StartRefusedException refused(ServerConfig config, String why) {
        return new StartRefusedException(config.name(), why);
    }
}
