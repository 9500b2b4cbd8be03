package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Remembers which era a server belongs to, so that an old server is not asked again what it does not understand. */
public final class EraMemory {
    // A server that was upgraded still accepts the old handshake, so a legacy verdict would never be proven wrong.
    private static final Duration LEGACY_HORIZON = Duration.ofHours(1);
    private static final EraMemory SHARED = new EraMemory(InstantSource.system());

    private final InstantSource clock;
    private final ConcurrentHashMap<String, Verdict> verdicts = new ConcurrentHashMap<>();

    private record Verdict(Era era, @Nullable String kind, Instant when) {}

    /** Creates an empty memory. */
    public EraMemory(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the memory of this program. */
    public static EraMemory shared() {
        return SHARED;
    }

    /** Returns the verdict about a server, while it holds. */
    public Optional<Era> recall(String identity) {
        var verdict = verdicts.get(identity);
        if (verdict == null) {
            return Optional.empty();
        }
        boolean aged =
                verdict.era == Era.LEGACY && verdict.when.plus(LEGACY_HORIZON).isBefore(clock.instant());
        return aged ? Optional.empty() : Optional.of(verdict.era);
    }

    /** Returns over which kind of line a server was last opened, while that holds. */
    public Optional<String> recallKind(String identity) {
        return recall(identity).map(era -> verdicts.get(identity)).map(Verdict::kind);
    }

    /** Notes a verdict. */
    public void remember(String identity, Era era) {
        verdicts.put(identity, new Verdict(era, null, clock.instant()));
    }

    /** Notes a verdict, and the kind of line that it was found out over. */
    public void remember(String identity, Era era, String kind) {
        verdicts.put(identity, new Verdict(era, kind, clock.instant()));
    }

    /** Drops a verdict that turned out wrong. */
    public void forget(String identity) {
        verdicts.remove(identity);
    }
}
