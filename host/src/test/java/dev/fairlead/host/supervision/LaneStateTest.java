package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneStateTest {
    private static final Duration NOW = Duration.ofHours(1);
    private static final RestartPolicy POLICY = RestartPolicy.PROCESS;
    private static final McpException BROKE = new ConnectionLostException("x", "s", "gone", false, null);

    /** Every state against every signal: whoever changes the machine changes this table, and sees what else changes. */
    @Test
    void everyStateMeetsEverySignal() {
        var table = """
                               wanted      start       drain     drained   stop     opened          lost            wall            refused         absurd          passing         tick         turned-away     outlived
            idle  connecting  connecting  stopped  idle  stopped  idle  idle  idle  idle  idle  idle  idle  idle  idle
            stopped  stopped  connecting  stopped  stopped  stopped  stopped  stopped  stopped  stopped  stopped  stopped  stopped  stopped  stopped
            stopping  stopping  ready  stopping  stopped  stopped  stopping  stopped  stopped  stopped  stopped  stopped  stopping  stopped  stopped
            connecting  connecting  connecting  stopped  connecting  stopped  ready  waiting  needs-login  needs-approval  failed  waiting  connecting  waiting  waiting
            ready  ready  ready  stopping  ready  stopped  ready  waiting  needs-login  needs-approval  failed  waiting  ready  waiting  waiting
            waiting  waiting  connecting  stopped  waiting  stopped  waiting  waiting  waiting  waiting  waiting  waiting  waiting  waiting  waiting
            due  waiting  connecting  stopped  waiting  stopped  waiting  waiting  waiting  waiting  waiting  waiting  connecting  waiting  waiting
            needs-login  connecting  connecting  stopped  needs-login  stopped  needs-login  needs-login  needs-login  needs-login  needs-login  needs-login  needs-login  needs-login  needs-login
            needs-approval  needs-approval  connecting  stopped  needs-approval  stopped  needs-approval  needs-approval  needs-approval  needs-approval  needs-approval  needs-approval  needs-approval  needs-approval  needs-approval
            failed  failed  connecting  stopped  failed  stopped  failed  failed  failed  failed  failed  failed  failed  failed  failed
            """.lines().map(line -> line.trim().split("\\s+")).toList();
        var signals = signals();
        for (var row : table.subList(1, table.size())) {
            for (int column = 0; column < table.getFirst().length; column++) {
                var signal = signals.get(table.getFirst()[column]);
                var next = LaneState.after(states().get(row[0]), signal, POLICY, NOW);
                assertThat(Words.name(next)).as("%s meets %s", row[0], signal).isEqualTo(row[column + 1]);
            }
        }
        assertThat(table).hasSize(states().size() + 1);
    }

    private static Map<String, LaneState> states() {
        var states = new LinkedHashMap<String, LaneState>();
        states.put("idle", new LaneState.Idle());
        states.put("stopped", new LaneState.Stopped());
        states.put("stopping", new LaneState.Draining(0, List.of()));
        states.put("connecting", new LaneState.Connecting(0, List.of()));
        states.put("ready", new LaneState.Ready(0, List.of()));
        states.put("waiting", new LaneState.Waiting(1, List.of(), NOW.plusMillis(1), BROKE));
        states.put("due", new LaneState.Waiting(1, List.of(), NOW, BROKE));
        states.put("needs-login", new LaneState.NeedsLogin(wall()));
        states.put("needs-approval", new LaneState.NeedsApproval(new StartRefusedException("s", "no")));
        states.put("failed", new LaneState.Failed(BROKE, 0));
        return states;
    }

    private static Map<String, Signal> signals() {
        var signals = new LinkedHashMap<String, Signal>();
        signals.put("wanted", new Signal.Wanted());
        signals.put("start", new Signal.Start());
        signals.put("drain", new Signal.Drain());
        signals.put("drained", new Signal.Drained());
        signals.put("stop", new Signal.Stop());
        signals.put("opened", new Signal.Opened());
        signals.put("lost", new Signal.Lost(BROKE, false, false, 0));
        signals.put("wall", new Signal.Lost(wall(), false, false, 0));
        signals.put("refused", new Signal.Lost(new StartRefusedException("s", "no"), false, false, 0));
        signals.put("absurd", new Signal.Lost(ServerStartException.scriptNotFound("x.py"), false, false, 0));
        signals.put("passing", new Signal.Lost(away(), false, false, 0));
        signals.put("tick", new Signal.Tick());
        signals.put("turned-away", new Signal.Lost(wall(403), false, false, 0));
        signals.put("outlived", new Signal.Lost(wall(), false, true, 0));
        return signals;
    }

    private static McpException away() {
        return ConfigurationException.missing("s", "headersHelper", "failed with exit code 1", null);
    }

    private static AuthorizationException wall() {
        return wall(401);
    }

    private static AuthorizationException wall(int status) {
        return new AuthorizationException("x", "s", Challenge.of(status, List.of()));
    }

    @Test
    void theFifthCrashWithinThreeMinutesEndsTheAttempts() {
        var story = crashes(POLICY, Duration.ofSeconds(30), 5);
        assertThat(story.stream().map(Words::name))
                .containsExactly("waiting", "waiting", "waiting", "waiting", "failed");
        assertThat(Words.reason(story.getLast(), NOW)).contains("broke 5 times");
    }

    @Test
    void crashesThatLieFurtherApartNeverEndTheAttempts() {
        assertThat(crashes(POLICY, Duration.ofSeconds(46), 100))
                .allSatisfy(state -> assertThat(Words.name(state)).isEqualTo("waiting"));
    }

    @Test
    void aStoreThatFailsIsNoCrashOfTheServer() {
        var unkept = new UnavailableException("x", "s", "locked", new StoreException("locked", null));
        var defect = new UnavailableException("x", "s", "defect", new IllegalStateException());
        assertThat(crashes(unkept)).isEqualTo("waiting");
        assertThat(crashes(defect)).isEqualTo("failed");
    }

    private static String crashes(McpException cause) {
        var state = (LaneState) new LaneState.Connecting(0, List.of());
        for (int attempt = 0; attempt < 2 * POLICY.breaker(); attempt++) {
            var lost = LaneState.after(state, new Signal.Lost(cause, false, false, 0), POLICY, NOW);
            if (!(lost instanceof LaneState.Waiting waiting)) {
                return Words.name(lost);
            }
            state = LaneState.after(waiting, new Signal.Tick(), POLICY, waiting.due());
        }
        return "waiting";
    }

    @Test
    void addressesAreTriedForEver() {
        assertThat(crashes(RestartPolicy.REMOTE, Duration.ofSeconds(1), 1_000))
                .allSatisfy(state -> assertThat(Words.name(state)).isEqualTo("waiting"));
    }

    @Test
    void whatIsMissingForNowIsTriedForEverAndIsNoCrash() {
        LaneState state = new LaneState.Connecting(0, List.of());
        for (int attempt = 1; attempt < 100; attempt++) {
            state = LaneState.after(state, new Signal.Lost(away(), false, false, 0), POLICY, NOW);
            var pause = POLICY.pause(attempt, 0);
            assertThat(state).isInstanceOfSatisfying(LaneState.Waiting.class, waiting -> {
                assertThat(waiting.due()).isEqualTo(NOW.plus(pause));
                assertThat(waiting.crashes()).isEmpty();
            });
            state = LaneState.after(state, new Signal.Tick(), POLICY, NOW.plus(pause));
        }
    }

    @Test
    void whatIsWrittenWrongIsNotTriedAgain() {
        var wrong = ConfigurationException.unusable("s", "url", "is no address", null);
        var unset = ConfigurationException.unset("s", "url", "HOST", "set it");
        for (var cause : List.of(wrong, unset)) {
            assertThat(LaneState.after(
                            new LaneState.Connecting(0, List.of()),
                            new Signal.Lost(cause, false, false, 0),
                            POLICY,
                            NOW))
                    .isEqualTo(new LaneState.Failed(cause, 0));
        }
    }

    @Test
    void askingExplicitlyForgetsTheCrashes() {
        var given = crashes(POLICY, Duration.ofSeconds(1), 5).getLast();
        assertThat(LaneState.after(given, new Signal.Start(), POLICY, NOW))
                .isEqualTo(new LaneState.Connecting(0, List.of()));
    }

    @Test
    void pausesAreSpreadAndNeverShorterThanTheFirstNorLongerThanTheLongest() {
        var same = new RestartPolicy(Duration.ofSeconds(1), Duration.ofSeconds(1), 0, Duration.ZERO);
        for (double luck : List.of(0.0, 0.3, 0.5, 0.9, 1.0)) {
            for (int failures = 1; failures < 40; failures++) {
                assertThat(POLICY.pause(failures, luck)).isBetween(POLICY.first(), POLICY.longest());
                assertThat(same.pause(failures, luck)).isEqualTo(same.first());
            }
        }
        assertThat(POLICY.pause(1, 1)).isEqualTo(Duration.ofMillis(750));
        assertThat(POLICY.pause(20, 1)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void pausesDoubleUpToThirtySeconds() {
        var state = (LaneState) new LaneState.Connecting(0, List.of());
        var pauses = new ArrayList<Long>();
        for (int attempt = 0; attempt < 9; attempt++) {
            var waiting = (LaneState.Waiting)
                    LaneState.after(state, new Signal.Lost(BROKE, false, false, 0), RestartPolicy.REMOTE, NOW);
            pauses.add(waiting.due().minus(NOW).toMillis());
            state = LaneState.after(waiting, new Signal.Tick(), RestartPolicy.REMOTE, waiting.due());
        }
        assertThat(pauses).containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);
    }

    @Test
    void whoNeverComesBackIsTriedAtMostEightTimesInItsFirstMinute() {
        var seen = new TreeSet<Integer>();
        for (int story = 0; story < 10_000; story++) {
            var luck = new Random(story);
            // Some are lucky or not all the time, or until pauses are as long as they get.
            seen.add(triedInAMinute(RestartPolicy.REMOTE, attempt -> switch (luck.nextInt(4)) {
                case 0 -> 0;
                case 1 -> 1;
                case 2 -> attempt < 7 ? 0 : 1;
                default -> luck.nextDouble();
            }));
        }
        seen.add(triedInAMinute(RestartPolicy.REMOTE, attempt -> attempt < 7 ? 0 : 1));
        assertThat(seen.last()).isEqualTo(8);
        assertThat(triedInAMinute(RestartPolicy.REMOTE, attempt -> 0)).isEqualTo(7);
        assertThat(triedInAMinute(RestartPolicy.PROCESS, attempt -> 0)).isEqualTo(POLICY.breaker());
    }

    /** Returns how often a server is tried whose every attempt fails at once. */
    private static int triedInAMinute(RestartPolicy policy, IntToDoubleFunction luck) {
        var state = (LaneState) new LaneState.Connecting(0, List.of());
        var now = NOW;
        int attempts = 0;
        while (state instanceof LaneState.Connecting && now.compareTo(NOW.plusMinutes(1)) < 0) {
            attempts++;
            var lost = new Signal.Lost(BROKE, false, false, luck.applyAsDouble(attempts));
            state = LaneState.after(state, lost, policy, now);
            if (state instanceof LaneState.Waiting waiting) {
                assertThat(waiting.due()).isGreaterThanOrEqualTo(now.plus(policy.first()));
                now = waiting.due();
                state = LaneState.after(state, new Signal.Tick(), policy, now);
            }
        }
        return attempts;
    }

    @Test
    void onlyAUsefulConnectionShortensThePauseAgain() {
        var tried = new LaneState.Ready(4, List.of());
        var useless = (LaneState.Waiting) LaneState.after(tried, new Signal.Lost(BROKE, false, false, 0), POLICY, NOW);
        var useful = (LaneState.Waiting) LaneState.after(tried, new Signal.Lost(BROKE, true, false, 0), POLICY, NOW);
        assertThat(useless.due()).isEqualTo(NOW.plusSeconds(8));
        assertThat(useful.due()).isEqualTo(NOW.plusMillis(500));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 0.5, 0.999})
    void luckAddsUpToHalfThePauseOrTakesItAwayWhereThatIsTooLong(double luck) {
        assertThat(POLICY.pause(1, luck)).isBetween(Duration.ofMillis(500), Duration.ofMillis(750));
        assertThat(POLICY.pause(60, luck)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }

    /** Returns the states after each of some crashes at regular distances, each after a fresh start. */
    private static List<LaneState> crashes(RestartPolicy policy, Duration distance, int count) {
        var states = new ArrayList<LaneState>();
        var now = NOW;
        var state = (LaneState) new LaneState.Ready(0, List.of());
        for (int crash = 0; crash < count; crash++) {
            state = LaneState.after(state, new Signal.Lost(BROKE, true, false, 0), policy, now);
            states.add(state);
            now = now.plus(distance);
            state = LaneState.after(state, new Signal.Tick(), policy, now);
            state = LaneState.after(state, new Signal.Opened(), policy, now);
        }
        return states;
    }
}
