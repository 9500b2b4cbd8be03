package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Remembers which era a server belongs to, so that an old server is not asked again what it does not understand. */
public final class EraMemory {
    // A server that was upgraded still accepts the old handshake, so a legacy verdict would never be proven wrong.
    private static final Duration LEGACY_HORIZON = Duration.ofHours(1);
    private static final EraMemory SHARED = new EraMemory(InstantSource.system());

    private final InstantSource clock;
    private final Optional<Keeper> keeper;
    private final ConcurrentHashMap<String, Verdict> verdicts = new ConcurrentHashMap<>();

    private record Verdict(Era era, @Nullable String kind, Instant when) {
        String text() {
            return era + " " + when + (kind == null || kind.isBlank() ? "" : " " + kind.strip());
        }

        static Optional<Verdict> from(String text) {
            var parts = text.split(" ", 3);
            try {
                return parts.length < 2
                        ? Optional.empty()
                        : Optional.of(new Verdict(
                                Era.valueOf(parts[0]), parts.length < 3 ? null : parts[2], Instant.parse(parts[1])));
            } catch (IllegalArgumentException | DateTimeParseException ofAnotherRelease) {
                return Optional.empty();
            }
        }
    }

    /** Keeps verdicts beyond the life of a program. What it keeps may be lost at any time. */
    public interface Keeper {

        /** Returns what is kept about a server. */
        Optional<String> read(String identity);

        /** Keeps something about a server; null to keep nothing any more. */
        void write(String identity, @Nullable String verdict);
    }

    /** Creates an empty memory. */
    public EraMemory(InstantSource clock) {
        this.clock = clock;
        this.keeper = Optional.empty();
    }

    /** Creates a memory of what somebody keeps. */
    public EraMemory(InstantSource clock, Keeper keeper) {
        this.clock = clock;
        this.keeper = Optional.of(keeper);
    }

    /** Returns the memory of this program. */
    public static EraMemory shared() {
        return SHARED;
    }

    /** Returns the verdict about a server, while it holds. */
    public Optional<Era> recall(String identity) {
        return verdict(identity).map(Verdict::era);
    }

    private Optional<Verdict> verdict(String identity) {
        var known = verdicts.get(identity);
        if (known == null && keeper.isPresent()) {
            known = keeper.get().read(identity).flatMap(Verdict::from).orElse(null);
        }
        return known == null || outdated(known) ? Optional.empty() : Optional.of(known);
    }

    private boolean outdated(Verdict verdict) {
        return verdict.era == Era.LEGACY && verdict.when.plus(LEGACY_HORIZON).isBefore(clock.instant());
    }

    /** Returns over which kind of line a server was last opened, while that holds. */
    public Optional<String> recallKind(String identity) {
        return verdict(identity).map(Verdict::kind);
    }

    /** Notes a verdict. */
    public void remember(String identity, Era era) {
        note(identity, new Verdict(era, null, clock.instant()));
    }

    /** Notes a verdict, and the kind of line that it was found out over. */
    public void remember(String identity, Era era, String kind) {
        note(identity, new Verdict(era, kind, clock.instant()));
    }

    /** Drops a verdict that turned out wrong. */
    public void forget(String identity) {
        verdicts.remove(identity);
        keeper.ifPresent(kept -> kept.write(identity, null));
    }

    private void note(String identity, Verdict verdict) {
        verdicts.put(identity, verdict);
        if (keeper.isPresent()) {
            keeper.get().write(identity, verdict.text());
        }
    }
}
