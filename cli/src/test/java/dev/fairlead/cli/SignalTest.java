package dev.fairlead.cli;

import static dev.fairlead.cli.CommandProcess.PATIENCE_SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The command as a process of its own that is told to end while a call is under way. */
@Timeout(300)
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
final class SignalTest {
    private static final Duration PROMISED = Duration.ofSeconds(6);

    /** How a process is told to end, and how it then ends. */
    private enum Signal {
        INT(130),
        TERM(143);

        private final int code;

        Signal(int code) {
            this.code = code;
        }
    }

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private static Stream<Arguments> signalsAndEras() {
        return Stream.of(Signal.values())
                .flatMap(signal -> Stream.of(Era.values()).map(era -> Arguments.of(signal, era)));
    }

    @ParameterizedTest
    @MethodSource("signalsAndEras")
    void theCallIsCancelledAndTheCommandLeavesWithinSixSeconds(Signal signal, Era era) throws Exception {
        var notes = folder.resolve("notes");
        leavesInTime(signal, NotingServer.command(era, notes), notes);
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void aServerThatNothingButAKillEndsDoesNotHoldTheCommand(Signal signal) throws Exception {
        var notes = folder.resolve("notes");
        leavesInTime(signal, NotingServer.stubborn(Era.MODERN, notes), notes);
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void aCallOverHttpIsCancelledToo(Signal signal) throws Exception {
        assumeFalse(isIgnored(signal), "the signal is ignored here, and children inherit that");
        // In the later era a client that cancels closes the stream, as one does that dies.
        try (var front = HttpFront.serving(DemoServer.script().era(Era.LEGACY).build())) {
            var process = start("call", front.url(), "sleep", "seconds=300", "-v");
            ends(process, signal);
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(front.requests()).anyMatch(RecordedRequest.rpc("notifications/cancelled")));
        }
    }

    private void leavesInTime(Signal signal, List<String> server, Path notes) throws Exception {
        assumeFalse(isIgnored(signal), "the signal is ignored here, and children inherit that");
        var shortest = Duration.ofDays(1);
        // A busy machine may need more once, but not always.
        for (int tries = 0; tries < 3 && shortest.compareTo(PROMISED) > 0; tries++) {
            Files.deleteIfExists(notes);
            var words = new ArrayList<>(List.of("call", "sleep", "seconds=300", "-v", "--"));
            words.addAll(server);
            var time = ends(start(words.toArray(String[]::new)), signal);

            // A server that could not write in its last two seconds was on a busy machine, too.
            if (Files.exists(notes)) {
                assertThat(Files.readAllLines(notes))
                        .as("what the server was told")
                        .contains("notifications/cancelled");
                shortest = time.compareTo(shortest) < 0 ? time : shortest;
            }
        }
        assertThat(shortest)
                .as("until the command was gone, in a try in which the server could write")
                .isLessThanOrEqualTo(PROMISED);
    }

    /** Sends the signal once the call is under way; returns how long the command then took to be gone. */
    private static Duration ends(Process process, Signal signal) throws Exception {
        var err = process.errorReader(StandardCharsets.UTF_8);
        awaitLine(err, "[log info] sleep: falling asleep");
        var children = process.descendants().toList();

        long told = System.nanoTime();
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();

        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        var time = Duration.ofNanos(System.nanoTime() - told);
        assertThat(process.exitValue()).isEqualTo(signal.code);
        assertThat(err.lines().toList()).contains("fairlead: interrupted");
        // The lifeline itself may take another moment.
        Awaitility.await().untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
        return time;
    }

    private Process start(String... words) throws IOException {
        var process = CommandProcess.of(List.of(), words).start();
        started.add(process);
        return process;
    }

    private static void awaitLine(BufferedReader reader, String wanted) throws IOException {
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.equals(wanted)) {
                return;
            }
        }
        throw new AssertionError("the stream ended without: " + wanted);
    }

    /** A shell that cannot control jobs starts its background processes deaf to Ctrl-C. */
    private static boolean isIgnored(Signal signal) throws IOException {
        var status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        long bit = 1L << (signal == Signal.INT ? 1 : 14);
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(
                                        line.substring("SigIgn:".length()).strip(), 16)
                                & bit)
                        != 0);
    }
}
