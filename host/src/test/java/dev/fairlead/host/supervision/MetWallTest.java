package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.host.recording.Tap;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What somebody is sent to log in for. */
class MetWallTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final MetWall met = new MetWall(new DemandedLogins(new Asked(), now::get));

    /** Opens nothing, and says which logins may still be finished. */
    private final class Asked implements Opener {
        @Override
        public Opened open(int lane, ConnectionListener listener, Tap line) {
            throw new AssertionError("it was asked to open a connection");
        }

        @Override
        public boolean isOpen(PendingAuthorization begun, Deadline patience) {
            return open.get();
        }
    }

    private static AuthorizationRequiredException wall(String... scopes) {
        var pending = new PendingAuthorization(
                "https://mcp.example/mcp",
                "",
                "https://as.example",
                true,
                false,
                "client",
                "http://127.0.0.1:1/callback",
                null,
                List.of(scopes),
                "state",
                "verifier",
                false,
                Instant.EPOCH);
        return new AuthorizationRequiredException(
                "a call", "s", new Challenge(403, List.of()), "https://as.example/login", pending);
    }

    @Test
    void withoutOneThereIsWhatAConnectionWaitsFor() {
        var awaited = wall("read");
        met.note(new UnavailableException("a call", "s", "it is busy", null));
        assertThat(met.orElse(null)).isEmpty();
        assertThat(met.orElse(awaited)).containsSame(awaited);
    }

    @Test
    void whatAsksForMoreServesWhoeverWaitsForLess() {
        var more = wall("read", "write");
        met.note(more);
        assertThat(met.orElse(null)).containsSame(more);
        assertThat(met.orElse(wall("read"))).containsSame(more);
    }

    @Test
    void whatAsksForTheSameIsOlderThanWhatAConnectionWaitsFor() {
        var awaited = wall("read", "write");
        met.note(wall("write", "read"));
        assertThat(met.orElse(awaited)).containsSame(awaited);
    }

    @Test
    void whatAsksForLessDoesNot() {
        var awaited = wall("read", "admin");
        met.note(wall("read", "write"));
        assertThat(met.orElse(awaited)).containsSame(awaited);
    }

    @Test
    void whatAsksForLessDoesNotTakeThePlaceOfWhatAsksForMore() {
        var more = wall("read", "write");
        var again = wall("write", "read");
        var other = wall("read", "admin");
        met.note(more);
        met.note(wall("read"));
        assertThat(met.orElse(null)).containsSame(more);
        met.note(again);
        assertThat(met.orElse(null)).containsSame(again);
        met.note(other);
        assertThat(met.orElse(null)).containsSame(other);
    }

    @Test
    void aLoginEndsIt() {
        met.note(wall("read"));
        met.forget();
        assertThat(met.orElse(null)).isEmpty();
    }

    @Test
    void whatCouldNotBeFinishedAnyMoreIsNotBegun() {
        met.note(wall("read"));
        met.forgetUnlessOpen(Deadline.never());
        assertThat(met.orElse(null)).isPresent();
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(21)));
        met.forgetUnlessOpen(Deadline.never());
        assertThat(met.orElse(null)).isEmpty();
    }

    @Test
    void whatSomebodyHasFinishedIsNotBegun() {
        met.note(wall("read"));
        open.set(false);
        met.forgetUnlessOpen(Deadline.never());
        assertThat(met.orElse(null)).isEmpty();
    }

    @Test
    void whatWasDemandedTooLongAgoDoesNotKeepTheNextOneOut() {
        met.note(wall("read", "write"));
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(21)));
        var next = wall("read");
        met.note(next);
        assertThat(met.orElse(null)).containsSame(next);
    }
}
