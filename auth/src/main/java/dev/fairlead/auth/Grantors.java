package dev.fairlead.auth;

import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Discovery;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.TokenRefused;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Excerpt;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Those who grant authorization for one server, as they described themselves not long ago. */
final class Grantors {
    // A token endpoint seldom moves, and when it does, that is noticed.
    private static final Duration LONGEST_KEPT = Duration.ofMinutes(10);

    private final Discovery discovery;
    private final InstantSource clock;
    private volatile @Nullable Kept recent; // The last one alone: a server can name others without end.

    private record Kept(AuthorizationServer grantor, Instant until) {}

    Grantors(Discovery discovery, InstantSource clock) {
        this.discovery = discovery;
        this.clock = clock;
    }

    /** Returns one who grants authorization, as it describes itself now. */
    AuthorizationServer named(String issuer, Wanted wanted) throws InterruptedException {
        return keep(discovery.authorizationServer(issuer, wanted));
    }

    /** Returns the one that a server of 2025-03-26 is itself, as it describes itself now. */
    AuthorizationServer formerly(Wanted wanted) throws InterruptedException {
        return keep(discovery.formerly(wanted));
    }

    /** Something that is asked of one who grants authorization. */
    @FunctionalInterface
    interface Question<T> {
        T ask(AuthorizationServer grantor) throws TokenRefused, InterruptedException;
    }

    /**
     * Asks somebody known for something, by a description that need not be new. If that fails and the description proves
     * to be out of date, asks once more.
     */
    <T> T ask(String issuer, boolean former, Wanted wanted, Question<T> question)
            throws TokenRefused, InterruptedException {
        var known = recent(issuer, former);
        if (known == null) {
            return question.ask(now(issuer, former, wanted));
        }
        AuthorizationServer present;
        try {
            return question.ask(known);
        } catch (TokenRefused refused) {
            // Whoever judges what was shown to it is the right one.
            present = refused.worthless() ? known : now(issuer, former, wanted);
            if (present.equals(known)) {
                throw refused;
            }
        } catch (McpException failed) {
            present = now(issuer, former, wanted);
            if (present.equals(known)) {
                throw failed;
            }
        }
        return question.ask(present);
    }

    /** Returns one who is known by name, as it describes itself now. */
    AuthorizationServer now(String issuer, boolean former, Wanted wanted) throws InterruptedException {
        recent = null;
        var grantor = former ? formerly(wanted) : named(issuer, wanted);
        if (!grantor.issuer().equals(issuer)) {
            throw wanted.failed("the authorization server '%s' has changed its name to '%s'"
                    .formatted(Excerpt.of(issuer), Excerpt.of(grantor.issuer())));
        }
        return grantor;
    }

    private @Nullable AuthorizationServer recent(String issuer, boolean former) {
        var kept = recent;
        return kept != null
                        && kept.grantor.issuer().equals(issuer)
                        && kept.grantor.former() == former
                        && clock.instant().isBefore(kept.until)
                ? kept.grantor
                : null;
    }

    private AuthorizationServer keep(AuthorizationServer grantor) {
        var said = grantor.lifetime();
        var life = said == null || said.compareTo(LONGEST_KEPT) > 0 ? LONGEST_KEPT : said;
        recent = new Kept(grantor, clock.instant().plus(life));
        return grantor;
    }
}
