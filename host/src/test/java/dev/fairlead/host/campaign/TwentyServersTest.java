package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.Host;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.real.NeedsPublishedServers;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Twenty servers in one file, eleven of which do not run: nobody waits for those, and each of them says why. */
@Tag("interop")
@Timeout(300)
@ExtendWith(NeedsPublishedServers.class)
@Tag("thorough")
class TwentyServersTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> TRYING = List.of("waiting", "connecting");
    private static final List<String> TRIED = List.of("waiting", "connecting", "failed");
    private static final List<String> HOPELESS = List.of("failed");

    @TempDir
    private Path folder;

    /** A call that was made as soon as the host was open. */
    private record Answer(HostResult result, Duration after, String hanging) {}

    @Test
    void whatRunsIsUsableAtOnceAndWhatDoesNotSaysWhyAndWhatToDo() throws Exception {
        var empty = Vitals.atRest().withWatchdog();
        try (var web = HttpFront.serving(DemoServer.script().build());
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var alone = alone(web.url());
            var home = folder.resolve("home");
            TwentyServers.write(home.resolve(".config/fairlead/fairlead.json"), folder, web.url());
            var search = ConfigSearch.of(Map.of(), home, folder.resolve("work"), "Linux");
            long busy = busy();
            try (var host = Host.builder().configured(search).patience(LIMIT).open()) {
                assertThat(busy() - busy).as("own work until it is open").isLessThan(TimeUnit.SECONDS.toNanos(1));
                assertThat(host.servers()).hasSize(19);
                usable(callAll(host, callers), alone);
                assertThat(host.settled(LIMIT)).isTrue();
                brokenCommandsAreExplained(host);
                silentServersAreExplained(host);
                deadAddressesAreExplained(host);
                theRestIsAsConfigured(host);
            }
        }
        assertThat(Vitals.settling(empty)).as("what is left").matches(left -> left.within(empty), "as before");
    }

    /** Returns how long the fastest server takes when there is no other. */
    private static Duration alone(String url) {
        long began = System.nanoTime();
        try (var host = Host.builder().url("web", url).patience(LIMIT).open()) {
            assertThat(host.call("web__echo", Map.of("text", "hi")).text()).isEqualTo("hi");
            return Duration.ofNanos(System.nanoTime() - began);
        }
    }

    private static long busy() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private Map<String, Answer> callAll(Host host, ExecutorService callers) throws Exception {
        long began = System.nanoTime();
        var calls = new HashMap<String, Future<Answer>>();
        good().forEach((tool, arguments) -> calls.put(tool, callers.submit(() -> {
            var result = host.call(tool, arguments);
            return new Answer(
                    result,
                    Duration.ofNanos(System.nanoTime() - began),
                    host.server("hangs").orElseThrow().state());
        })));
        var answers = new HashMap<String, Answer>();
        for (var call : calls.entrySet()) {
            answers.put(call.getKey(), call.getValue().get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        return answers;
    }

    private Map<String, Map<String, Object>> good() {
        var thought = Map.<String, Object>of(
                "thought", "hm", "nextThoughtNeeded", false, "thoughtNumber", 1, "totalThoughts", 1);
        return Map.of(
                "everything__echo", Map.of("message", "hi"),
                "pair__echo", Map.of("message", "hi"),
                "files__list_directory", Map.of("path", folder.resolve("shelf").toString()),
                "memory__read_graph", Map.of(),
                "thinking__sequentialthinking", thought,
                "demo__add", Map.of("a", 2, "b", 3),
                "demo-legacy__add", Map.of("a", 2, "b", 3),
                "web__echo", Map.of("text", "hi"));
    }

    private static void usable(Map<String, Answer> answers, Duration alone) {
        answers.forEach((tool, answer) -> assertThat(answer.result().success())
                .as("%s: %s", tool, answer.result().error())
                .isTrue());
        assertThat(answers.get("files__list_directory").result().text()).contains("book.txt");
        assertThat(answers.get("web__echo").result().text()).isEqualTo("hi");
        var web = answers.get("web__echo");
        var slowest = answers.values().stream()
                .map(Answer::after)
                .max(Duration::compareTo)
                .orElseThrow();
        System.out.printf(
                "twenty servers: the fastest alone after %d ms, among twenty after %d ms, the slowest after %d ms%n",
                alone.toMillis(), web.after().toMillis(), slowest.toMillis());
        // No clock is fair on a busy machine, but the order is: nobody was waited for.
        assertThat(web.after()).isLessThan(slowest);
        assertThat(web.hanging()).as("the one that hangs, meanwhile").isEqualTo("connecting");
    }

    private static void brokenCommandsAreExplained(Host host) {
        explained(host, "no-program", HOPELESS, "'fairlead-no-such-program' was not found on PATH", "install it");
        explained(host, "no-folder", HOPELESS, "no-such-folder' does not exist", "mend that and start it again");
        explained(host, "no-variable", HOPELESS, "env.TOKEN needs 'FAIRLEAD_NO_SUCH_VARIABLE'", "set it");
        explained(host, "no-script", TRIED, "exited with code 1", "Cannot find module", "no-such-script.mjs");
        explained(host, "exits", TRIED, "exited with code 3", "fatal: API_KEY is missing");
        assertThat(host.server("exits").orElseThrow().errorLines()).contains("fatal: API_KEY is missing");
        assertThat(host.call("no-program__anything", null).error())
                .contains("'no-program__anything' not found in any connected server", "not found on PATH");
    }

    private static void silentServersAreExplained(Host host) {
        explained(host, "garbage", TRYING, "Connection timeout after 12 seconds", "MCP server");
        explained(host, "hangs", TRYING, "gave no sign of life", "check that the command starts an MCP server");
    }

    private static void deadAddressesAreExplained(Host host) {
        explained(host, "no-listener", TRYING, "connection refused", "check that it is running");
        explained(host, "no-host", TRYING, "there is no host of that name", "check the URL");
        assertThat(host.configuration().problems())
                .filteredOn(problem -> "socket".equals(problem.server()))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.severity()).isEqualTo(ConfigProblem.Severity.ERROR);
                    assertThat(problem.message())
                            .contains("WebSocket, which is not supported", "use the server's http address");
                });
    }

    private static void theRestIsAsConfigured(Host host) {
        assertThat(host.server("off").orElseThrow().state()).isEqualTo("disabled");
        assertThat(host.server("lazy").orElseThrow().state()).isEqualTo("idle");
        assertThat(host.call("lazy__add", Map.of("a", 1, "b", 1)).success()).isTrue();
        assertThat(host.server("pair").orElseThrow())
                .satisfies(pair -> assertThat(pair.lanes()).hasSize(2))
                .satisfies(pair -> assertThat(pair.tools()).isEqualTo(1));
    }

    private static void explained(Host host, String server, List<String> states, String... words) {
        var status = host.server(server).orElseThrow();
        assertThat(status.state()).as("%s: %s", server, status.reason()).isIn(states);
        assertThat(status.reason()).as(server).contains(words);
        if (!states.equals(HOPELESS)) {
            assertThat(status.reason()).as(server).containsAnyOf("follows in", "is under way", "start it again");
        }
    }
}
