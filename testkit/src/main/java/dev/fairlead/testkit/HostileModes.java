package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Every way to misbehave, by name. */
final class HostileModes {
    /** What needs a process, or lines; on HTTP it would mean nothing, or has a name of its own there. */
    private static final Set<String> PROCESSES_ONLY = Set.of(
            "ok",
            "banner",
            "noise",
            "bom-nul",
            "coalesce",
            "pretty-json",
            "crlf",
            "exit-mid-call",
            "exit-after",
            "crash-half",
            "crash-start",
            "slow-start",
            "ignore-term",
            "fork-orphan",
            "env",
            "stdin-stop",
            "slow-drain",
            "stderr-flood",
            "discover-exit",
            "mix");

    /** What no client gets beyond the opening of. */
    private static final Set<String> NEVER_OPEN = Set.of("crash-start", "init-error", "version-evil");

    /** The same, where the server speaks the modern way only: these do not say so, and understand no other. */
    private static final Set<String> NEVER_OPEN_MODERN = Set.of("discover-error", "discover-silent");

    private HostileModes() {}

    static Map<String, HostileMode> all() {
        var modes = new TreeMap<String, HostileMode>();
        HostileFraming.addTo(modes);
        HostileCorrelation.addTo(modes);
        HostileTiming.addTo(modes);
        HostileProcess.addTo(modes);
        HostileOpening.addTo(modes);
        HostileQuestions.addTo(modes);
        HostileLists.addTo(modes);
        HostileDemands.addTo(modes);
        modes.putAll(content());
        modes.put("mix", HostileMix::play);
        return modes;
    }

    /** Returns those that say something bad, and say it as a server should. */
    static Map<String, HostileMode> content() {
        var modes = new TreeMap<String, HostileMode>();
        HostileDefinitions.addTo(modes);
        HostileResults.addTo(modes);
        HostileTexts.addTo(modes);
        return modes;
    }

    /** Tells whether a client gets to the end of the opening. */
    static boolean open(String mode, Era era) {
        return !NEVER_OPEN.contains(mode) && !(era == Era.MODERN && NEVER_OPEN_MODERN.contains(mode));
    }

    /** Returns those that can be played without a process of their own. */
    static Map<String, HostileMode> onHttp() {
        var modes = all();
        modes.keySet().removeAll(PROCESSES_ONLY);
        return modes;
    }
}
