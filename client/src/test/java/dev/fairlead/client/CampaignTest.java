package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.KeyedCalls.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.KeyedCalls.Ended;
import dev.fairlead.client.KeyedCalls.Ends;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.MixFault;
import dev.fairlead.testkit.MixFault.Outcome;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many calls, a hundred at a time, to processes that misbehave on forty percent of them and die in the end: every call
 * has exactly one outcome, it is its own, and it is the truth. The build makes twenty thousand calls in each era;
 * {@code -Dcampaign.calls=1000000} makes more.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
@Tag("thorough")
class CampaignTest {
    private static final int CALLS = Integer.getInteger("campaign.calls", 20_000);
    private static final long SEED = Long.getLong("campaign.seed", 7);
    private static final int IN_FLIGHT = 100;
    // Each round has a server of its own, which dies of the last call.
    private static final int ROUND = 5_000;
    private static final List<MixFault> DEATHS = List.of(MixFault.EXIT, MixFault.CRASH, MixFault.HALF_LINE);
    // Only calls that are never answered in time get the short limit, so that a slow machine makes no difference.
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @EachEra
    @Verifies({"A-3", "A-5", "I-10", "C-5", "C-8"})
    void noCallIsLostDoubledOrMisdelivered(Era era) throws Exception {
        var ends = Ends.NONE;
        for (int from = 0; from < CALLS; from += ROUND) {
            ends = ends.plus(new Round(era, from, Math.min(CALLS, from + ROUND)).play());
        }
        ends.print("stdio", era, SEED);
    }

    @Test
    void theServerReallyMisbehavesOnFortyPercent() {
        int many = 20_000;
        var faults = IntStream.range(0, many)
                .mapToObj(n -> MixFault.of(SEED, key(n)))
                .filter(fault -> fault != MixFault.NONE)
                .toList();
        assertThat(faults.size() * 100.0 / many).isBetween(38.0, 42.0);
        assertThat(EnumSet.copyOf(faults)).isEqualTo(EnumSet.range(MixFault.DELAY, MixFault.NEVER));
    }

    private static Duration limit(int n) {
        return MixFault.of(SEED, key(n)).outcome() == Outcome.TIMEOUT ? SHORT : LONG;
    }

    /** Calls the tool of the hostile server, which says what it was called with. */
    private static final class Echo implements KeyedCalls.Calling {
        @Override
        public String tool() {
            return "echo";
        }

        @Override
        public Map<String, Object> arguments(int n) {
            return Map.of("key", key(n), "n", n);
        }

        @Override
        public String expected(int n) {
            return key(n) + ":" + n;
        }
    }

    /** One server and its client, and what becomes of their calls. */
    private final class Round {
        private final Era era;
        private final int from;
        private final int to;
        private final MixFault death;
        private final String seed;
        private final KeyedCalls calls = new KeyedCalls(new Echo());
        private final Path ledger;
        private final Map<String, MixFault> faults = new HashMap<>();
        private int surplus;

        Round(Era era, int from, int to) {
            this.era = era;
            this.from = from;
            this.to = to;
            this.death = DEATHS.get(from / ROUND % DEATHS.size());
            this.seed = "%s, seed %s".formatted(era, SEED);
            this.ledger = folder.resolve(era + "-" + from);
        }

        Ends play() throws Exception {
            try (var client = McpClient.connect(StdioTransport.of(server()).named("mix"))) {
                calls.make(client, IntStream.range(from, to), IN_FLIGHT, n -> n == to - 1 ? LONG : limit(n), n -> {});
                readLedger();
                calls.check(IntStream.range(from, to), seed);
                checkOutcomes();
                noAnswerIsTakenTwice(client);
            }
            return calls.ends();
        }

        private ServerCommand server() {
            return ServerCommand.of(HostileServer.command(
                    "mix",
                    "--era",
                    era.name().toLowerCase(Locale.ROOT),
                    "--seed",
                    Long.toString(SEED),
                    "--last",
                    key(to - 1),
                    "--end",
                    death.name(),
                    "--ledger",
                    ledger.toString()));
        }

        /** Reads what the server wrote down: of each call what it did about it, and each answer that came too late. */
        private void readLedger() throws IOException {
            for (var line : Files.readAllLines(ledger)) {
                var words = line.split(" ", -1);
                var fault = MixFault.valueOf(words[1]);
                if (words[2].equals("answered")) {
                    surplus++;
                    continue;
                }
                faults.put(words[0], fault);
                if (words[2].equals("done")) {
                    calls.executed(words[0]);
                }
                surplus += switch (fault) {
                    case DUPLICATE -> 1;
                    case UNKNOWN_ID -> 2;
                    default -> 0;
                };
            }
        }

        /** Each answer that the server wrote beyond the first, or for nobody, was dropped and counted. */
        private void noAnswerIsTakenTwice(McpClient client) {
            await().atMost(NOISE).untilAsserted(() -> {
                var counted = client.violations();
                assertThat(counted.getOrDefault(Violation.Kind.STRAY_RESPONSE, 0L)
                                + counted.getOrDefault(Violation.Kind.LATE, 0L))
                        .as("answers dropped, %s", seed)
                        .isEqualTo(surplus);
            });
        }

        private void checkOutcomes() {
            var victims =
                    calls.history().stream().filter(this::diedWithTheServer).collect(Collectors.toSet());
            assertThat(victims).as("lost with the server, %s", seed).hasSizeLessThan(IN_FLIGHT);
            for (var ended : calls.history()) {
                // What never arrived may have been meant to reach its limit, and did so on our side.
                var what = faults.getOrDefault(ended.key(), MixFault.of(SEED, ended.key()));
                assertThat(victims.contains(ended) || calls.isAsExpected(ended, what.outcome()))
                        .as("%s, %s: %s", seed, what, ended)
                        .isTrue();
            }
        }

        /** Tells whether a call was under way when another one killed the server, or came after that. */
        private boolean diedWithTheServer(Ended ended) {
            return ended.failure() instanceof ServerExitedException
                    && !ended.key().equals(key(to - 1));
        }
    }
}
