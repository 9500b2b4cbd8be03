package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.process.ChildLines;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * After closing, crashing and being killed many times over, nothing is left: no process, no thread, no open file.
 * {@code -Dcampaign.cycles=1000} does each of it that often.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the little servers are shell scripts")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("thorough")
class LifecycleTest {
    private static final int CLOSES = cycles(200);
    private static final int CRASHES = cycles(200);
    private static final int KILLS = cycles(50);
    private static final int TERMINATIONS = cycles(20);
    private static final int AT_ONCE = 4;
    private static final int STUBBORN_EVERY = 10;
    // What is promised, where the machine does nothing else.
    private static final Duration GONE_WITHIN = Duration.ofSeconds(Punctuality.STRICT ? 5 : 60);
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);

    /**
     * Says its own pid, starts two children that outlive it if they can, one in a session of its own where the system
     * has a command for that, answers the handshake, and dies when called.
     */
    private static final String SERVER = """
        sleep 600 & near=$!
        $(command -v setsid) sleep 600 & echo "$near $! $$" >> "$1"
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}\\n' "$id" ;;
            *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\\n' "$id" ;;
            *'"tools/call"'*) echo "out of rope" >&2; exit 3 ;;
          esac
        done
        """;

    /** Neither the end of its input nor a polite signal ends it, nor its children. */
    private static final String STUBBORN = "trap '' TERM HUP INT; " + SERVER + "while :; do sleep 600; done";

    @TempDir
    Path folder;

    private OpenFiles before = new OpenFiles(0);

    static ClientProfile oldServers() {
        return ClientProfile.builder().versions(VersionPolicy.legacyOnly()).build();
    }

    static StdioTransport server(Path pids) {
        return server(SERVER, pids);
    }

    /** Returns an ordinary server, and from time to time a stubborn one, which takes seconds to be rid of. */
    private static StdioTransport server(Path pids, int round) {
        return server(round % STUBBORN_EVERY == 0 ? STUBBORN : SERVER, pids);
    }

    private static StdioTransport server(String script, Path pids) {
        return StdioTransport.of(ServerCommand.of("sh", "-c", script, "sh", pids.toString()))
                .named("sh");
    }

    private static int cycles(int usual) {
        return Integer.getInteger("campaign.cycles", usual);
    }

    /** Has something happen once, so that what is made once is there, and then looks. */
    @BeforeEach
    void countOpenFiles() throws Exception {
        inParallel(
                AT_ONCE,
                i -> McpClient.connect(server(folder.resolve("first")), oldServers())
                        .close());
        before = OpenFiles.now();
    }

    @AfterEach
    void noOpenFileIsLeft() {
        before.awaitNoMore(GONE_WITHIN);
    }

    @AfterEach
    void noThreadIsLeft() {
        await().atMost(GONE_WITHIN)
                .untilAsserted(() -> assertThat(LiveThreads.ofClients()).isEmpty());
    }

    @Test
    @Verifies({"C-7", "C-14"})
    void twoHundredClosesLeaveNothing() throws Exception {
        var pids = folder.resolve("closes");
        inParallel(CLOSES, i -> {
            try (var client = McpClient.connect(server(pids, i), oldServers())) {
                assertThat(client.listTools()).isEmpty();
            }
        });
        assertAllGone(pids, CLOSES);
    }

    @Test
    @Verifies("C-8")
    void twoHundredCrashesLeaveNothing() throws Exception {
        var pids = folder.resolve("crashes");
        inParallel(CRASHES, i -> {
            try (var client = McpClient.connect(server(pids, i), oldServers())) {
                assertThatThrownBy(() -> client.callTool("any", null))
                        .isInstanceOfSatisfying(ServerExitedException.class, exit -> {
                            assertThat(exit.exitCode()).isEqualTo(3);
                            assertThat(exit.lastErrorLines()).containsExactly("out of rope");
                        });
            }
        });
        assertAllGone(pids, CRASHES);
    }

    @Test
    void fiftyKillsOfTheHostLeaveNothing() throws Exception {
        endHosts(folder.resolve("kills"), KILLS, Process::destroyForcibly);
    }

    @Test
    void twentyTerminationsOfTheHostLeaveNothing() throws Exception {
        endHosts(folder.resolve("terminations"), TERMINATIONS, Process::destroy);
    }

    private static void endHosts(Path pids, int hosts, Consumer<Process> end) throws Exception {
        inParallel(hosts, i -> {
            var host = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Host.class.getName(),
                            pids.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                assertThat(ChildLines.of(host).next(READY_WITHIN)).contains("ready");
                end.accept(host);
                assertThat(host.waitFor(1, TimeUnit.MINUTES))
                        .as("the host has ended")
                        .isTrue();
            } finally {
                host.destroyForcibly().waitFor();
            }
        });
        assertAllGone(pids, hosts * 2);
    }

    /** A program that holds an ordinary server and a stubborn one, until it is killed. */
    static final class Host {
        public static void main(String[] args) throws IOException {
            var pids = Path.of(args[0]);
            var ordinary = McpClient.connect(server(pids), oldServers());
            var stubborn = McpClient.connect(server(STUBBORN, pids), oldServers());
            System.out.println("ready");
            System.in.read();
            ordinary.close();
            stubborn.close();
        }
    }

    private interface Round {
        void play(int i) throws Exception;
    }

    private static void inParallel(int rounds, Round round) throws Exception {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var all = new ArrayList<java.util.concurrent.Future<?>>();
            IntStream.range(0, rounds)
                    .forEach(i -> all.add(threads.submit(() -> {
                        round.play(i);
                        return null;
                    })));
            for (var one : all) {
                one.get();
            }
        }
    }

    private static void assertAllGone(Path pids, int servers) throws IOException {
        var started = Files.readAllLines(pids).stream()
                .flatMap(line -> List.of(line.split(" ")).stream())
                .map(Long::valueOf)
                .toList();
        assertThat(started).hasSize(servers * 3);
        long ended = System.nanoTime();
        await().atMost(GONE_WITHIN)
                .untilAsserted(() -> assertThat(started.stream()
                                .flatMap(pid -> ProcessHandle.of(pid).stream())
                                .filter(ProcessHandle::isAlive)
                                .filter(process -> isOfTheServers(process, pids)))
                        .isEmpty());
        await().atMost(GONE_WITHIN)
                .untilAsserted(() -> assertThat(Zombies.of(Set.copyOf(started)))
                        .as("zombies")
                        .isEmpty());
        System.out.println("cycles: %s: %s servers, %s processes, none left, nor a zombie, %s ms after the last end"
                .formatted(
                        pids.getFileName(),
                        servers,
                        started.size(),
                        Duration.ofNanos(System.nanoTime() - ended).toMillis()));
    }

    /** Systems give the number of a process that is gone to another one, sooner or later. */
    private static boolean isOfTheServers(ProcessHandle process, Path pids) {
        var line = process.info().commandLine().orElse("");
        return line.contains(pids.toString()) || line.endsWith("sleep 600");
    }
}
