package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.McpException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that things end by their limit, a twentieth of it and 50 ms. In a build there is room for what others do to
 * the machine at the same time; {@code -Dcampaign.strict=true}, on a machine that does nothing else, leaves none.
 */
final class Punctuality {
    static final boolean STRICT = Boolean.getBoolean("campaign.strict");

    /** How much later than it should a thing may happen here. */
    static final Duration NOISE = STRICT ? Duration.ZERO : Duration.ofSeconds(10);

    /** What lists and calls may take. */
    static final Duration LIMIT = Duration.ofMillis(600);

    static final CallOptions SHORT = CallOptions.within(LIMIT);

    static final Duration CLOSING = Duration.ofSeconds(5);

    /** What connecting may take where it leads nowhere. */
    private static final Duration OPENING = Duration.ofSeconds(5);

    /** The same where it leads somewhere, and only a machine that is busy otherwise needs all of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final AtomicInteger THINGS = new AtomicInteger();
    private static final AtomicReference<Seen> WORST =
            new AtomicReference<>(new Seen("nothing", Duration.ZERO, Duration.ofDays(-1)));

    private record Seen(String what, Duration limit, Duration over) {
        Seen orWorse(Seen other) {
            return other.over().compareTo(over) > 0 ? other : this;
        }
    }

    private Punctuality() {}

    /**
     * Connects to a server, which has to succeed if the server lets clients in, and to fail if it does not.
     *
     * @param connect connects within a limit
     */
    static Optional<McpClient> opened(String mode, boolean opens, Function<Duration, McpClient> connect) {
        var client = new AtomicReference<@Nullable McpClient>();
        var limit = opens ? PATIENCE : OPENING;
        var failed = within(limit, "connect, " + mode, () -> client.set(connect.apply(limit)));
        assertThat(failed.isEmpty())
                .as("%s connects; %s", mode, failed.map(Throwable::getMessage).orElse("it did"))
                .isEqualTo(opens);
        return Optional.ofNullable(client.get());
    }

    /** Does a thing, which may fail as long as it names the server. Returns the failure. */
    static Optional<McpException> within(Duration limit, String what, Runnable action) {
        long start = System.nanoTime();
        McpException failure = null;
        try {
            action.run();
        } catch (McpException failed) {
            assertThat(failed).hasMessageContaining("'S'");
            failure = failed;
        }
        var took = Duration.ofNanos(System.nanoTime() - start);
        THINGS.incrementAndGet();
        WORST.accumulateAndGet(new Seen(what, limit, took.minus(limit)), Seen::orWorse);
        var bar = limit.multipliedBy(105).dividedBy(100).plusMillis(50);
        assertThat(took).as(what).isLessThan(bar.plus(NOISE));
        return Optional.ofNullable(failure);
    }

    /** Says how it went so far. */
    static String report() {
        var worst = WORST.get();
        return "deadlines: %d things ended; the latest, %s, %d ms after its limit of %d ms"
                .formatted(
                        THINGS.get(),
                        worst.what(),
                        worst.over().toMillis(),
                        worst.limit().toMillis());
    }
}
