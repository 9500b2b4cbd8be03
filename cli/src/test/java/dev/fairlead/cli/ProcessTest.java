package dev.fairlead.cli;

import static dev.fairlead.cli.CommandProcess.PATIENCE_SECONDS;
import static dev.fairlead.cli.CommandProcess.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, with the demo server as another one. */
@Timeout(180)
@Tag("thorough")
final class ProcessTest {
    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void listsTheToolsOfTheDemo() throws Exception {
        var run = finish(start(List.of(), "tools", "demo"));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("add(a: number, b: number)");
    }

    @Test
    void callsAToolOfTheDemo() throws Exception {
        assertThat(finish(start(List.of(), "call", "demo", "add", "a=2", "b=3")))
                .isEqualTo(new Shell.Run(0, "5\n", ""));
    }

    @Test
    void callsAToolOfAServerGivenByItsCommand() throws Exception {
        var words = new ArrayList<>(List.of("call", "echo", "text=5 ä", "--json", "--"));
        words.addAll(DemoServer.command());

        var run = finish(start(List.of(), words.toArray(String[]::new)));

        assertThat(run.code()).isZero();
        assertThat(Json.parse(run.out()).path("content").path(0).path("text").stringValue())
                .isEqualTo("5 ä");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "servers are asked to end by a signal")
    void leavesSoonAndLeavesNothingBehindWhereAServerStays() throws Exception {
        // Less than what a server has to end by itself elsewhere; a busy machine may need more once, but not always.
        var soon = Duration.ofSeconds(2);
        var shortest = timeToLeave();
        for (int more = 0; more < 4 && shortest.compareTo(soon) >= 0; more++) {
            var next = timeToLeave();
            shortest = next.compareTo(shortest) < 0 ? next : shortest;
        }
        assertThat(shortest).isLessThan(soon);
    }

    private Duration timeToLeave() throws Exception {
        var words = new ArrayList<>(List.of("call", "add", "a=2", "b=3", "--"));
        words.addAll(LingeringServer.command());
        var process = start(List.of(), words.toArray(String[]::new));
        var out = process.inputReader(StandardCharsets.UTF_8);
        Awaitility.await()
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> process.descendants().anyMatch(ProcessTest::sleeps));
        var server = process.descendants().toList();

        assertThat(out.readLine()).isEqualTo("5");
        long answered = System.nanoTime();

        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        var time = Duration.ofNanos(System.nanoTime() - answered);
        assertThat(process.exitValue()).isZero();
        assertThat(server).filteredOn(ProcessTest::sleeps).isEmpty();
        // The lifeline itself may take another moment.
        Awaitility.await().untilAsserted(() -> assertThat(server).noneMatch(ProcessHandle::isAlive));
        return time;
    }

    private static boolean sleeps(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/sleep");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGPIPE")
    void endsQuietlyWhenNobodyReads() throws Exception {
        var process = start(List.of(), "tools", "demo", "--json");
        process.getInputStream().close();

        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
    }

    @Test
    void helpAndVersionLoadNeitherJsonNorTheClient() throws Exception {
        for (var word : List.of("--help", "--version")) {
            var log = folder.resolve("classes" + word);

            var run = finish(start(List.of("-Xlog:class+load:file=" + log), word));

            assertThat(run.code()).isZero();
            var loaded = Files.readAllLines(log);
            assertThat(loaded).anyMatch(line -> line.contains("dev.fairlead.cli.Main "));
            assertThat(loaded)
                    .noneMatch(line -> line.contains(" tools.jackson.")
                            || line.contains(" picocli.")
                            || line.contains(" dev.fairlead.client.")
                            || (line.contains(" dev.fairlead.auth.") && !line.contains(".Browser "))
                            || line.contains(" dev.fairlead.host.")
                            || line.contains(" dev.fairlead.store.")
                            || line.contains(" dev.fairlead.wire.")
                            || line.contains(" dev.fairlead.protocol.")
                            || line.contains(" dev.fairlead.testkit."));
        }
    }

    @Test
    void noOtherVerbIsLookedInto() throws Exception {
        var log = folder.resolve("classes");

        var run = finish(start(List.of("-Xlog:class+load:file=" + log), "tools", "--help"));

        assertThat(run.code()).isZero();
        var loaded = Files.readAllLines(log);
        assertThat(loaded.stream()
                        .filter(line -> line.contains("Command source: ") && line.contains(" dev.fairlead.cli."))
                        .filter(line -> !line.contains(" dev.fairlead.cli.frame.")))
                .singleElement()
                .asString()
                .contains("ToolsCommand");
        // Annotations are read by way of classes that are made at every start.
        assertThat(loaded).noneMatch(line -> line.contains("$Proxy"));
    }

    @Test
    void listingToolsMakesNoClassesThatNoCacheKeeps() throws Exception {
        var log = folder.resolve("classes");
        var words = new ArrayList<>(List.of("tools", "--"));
        words.addAll(DemoServer.command("--era", "legacy"));

        var run = finish(start(List.of("-Xlog:class+load:file=" + log), words.toArray(String[]::new)));

        assertThat(run.code()).isZero();
        try (var lines = Files.lines(log)) {
            // A switch over types needs a class that is made at every start.
            assertThat(lines.filter(line -> line.contains("$$TypeSwitch"))).isEmpty();
        }
    }

    @Test
    void serversWithoutAUrlLoadNothingOfHttpOrOfConfigurations() throws Exception {
        var log = folder.resolve("classes");

        var run = finish(start(List.of("-Xlog:class+load:file=" + log), "call", "demo", "add", "a=2", "b=3"));

        assertThat(run.code()).isZero();
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(" dev.fairlead.wire.stdio.StdioTransport "))
                .noneMatch(line -> line.contains(" dev.fairlead.wire.http.")
                        || (line.contains(" dev.fairlead.auth.") && !line.contains(".Browser "))
                        || line.contains(" dev.fairlead.host.")
                        || line.contains(" dev.fairlead.agent.")
                        || line.contains(" dev.fairlead.store.")
                        // Trees are read and written without it.
                        || line.contains(" tools.jackson.databind.ObjectMapper ")
                        || line.contains(" com.nimbusds.")
                        || line.contains(" okhttp3.")
                        || line.contains(" okio.")
                        || line.contains(" kotlin."));
    }

    private Process start(List<String> options, String... words) throws IOException {
        var process = CommandProcess.of(options, words).start();
        started.add(process);
        return process;
    }
}
