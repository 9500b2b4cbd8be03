package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.InstantSource;

/** Says whether somebody may still be sent to a login that a server demanded. */
final class DemandedLogins {
    /** A login can be finished half an hour after it was demanded, and people need some of that. */
    private static final Duration LIFE = Duration.ofMinutes(20);

    private final Opener opener;
    private final InstantSource clock;

    DemandedLogins(Opener opener, InstantSource clock) {
        this.opener = opener;
        this.clock = clock;
    }

    /** Tells whether somebody who is sent there now has the time to log in. */
    boolean fresh(AuthorizationRequiredException wall) {
        return !clock.instant().isAfter(wall.pending().begun().plus(LIFE));
    }

    /** Tells whether that is so and the login may still be finished: somebody may have done so elsewhere. */
    boolean open(AuthorizationRequiredException wall, Deadline patience) {
        return fresh(wall) && opener.isOpen(wall.pending(), patience);
    }
}
