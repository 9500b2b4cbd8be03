package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens when you poke it: one test for each way in which clients are known to break, over a real process. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class PokeTableTest {
    private final ConcurrentLinkedQueue<String> stderr = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Violation> violations = new ConcurrentLinkedQueue<>();

    private final ConnectionListener listener = new ConnectionListener() {
        @Override
        public void stderr(String line) {
            stderr.add(line);
        }

        @Override
        public void violation(Violation violation) {
            violations.add(violation);
        }
    };

    private ClientProfile.Builder profile() {
        return ClientProfile.builder().listener(listener);
    }

    private static StdioTransport hostile(String mode, String... options) {
        return StdioTransport.of(ServerCommand.of(HostileServer.command(mode, options)))
                .named("S");
    }

    private static StdioTransport hostile(Era era, String mode, String... options) {
        var all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--era", era.name().toLowerCase(Locale.ROOT)));
        return hostile(mode, all.toArray(String[]::new));
    }

    private McpClient connect(StdioTransport transport) {
        return McpClient.connect(transport, profile().build());
    }

    private static String echo(McpClient client, String text) {
        return client.callTool("echo", Map.of("text", text)).text();
    }

    private static Duration time(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @EachEra
    @Verifies("C-5")
    void aBannerOnStdoutBeforeTheFirstAnswerIsTolerated(Era era) {
        try (var client = connect(hostile(era, "banner"))) {
            assertThat(client.server().era()).isEqualTo(era);
            assertThat(echo(client, "hello")).isEqualTo("hello");
            assertThat(client.violations()).containsKey(Violation.Kind.NOISE);
        }
        await().untilAsserted(() -> assertThat(violations).isNotEmpty());
    }

    @EachEra
    @Verifies("C-5")
    void aLogLineOnStdoutMidSessionIsTolerated(Era era) {
        try (var client = connect(hostile(era, "noise", "--n", "1"))) {
            assertThat(echo(client, "one")).isEqualTo("one");
            assertThat(echo(client, "two")).isEqualTo("two");
            assertThat(client.violations()).containsKey(Violation.Kind.NOISE);
        }
    }

    @EachEra
    @Verifies("C-8")
    void aServerThatExitsDuringACallFailsItWithExitCodeAndLastWords(Era era) {
        try (var client = connect(hostile(era, "exit-mid-call", "--code", "3"))) {
            var exit = catchThrowableOfType(ServerExitedException.class, () -> client.callTool("echo", null));
            assertThat(exit.exitCode()).isEqualTo(3);
            assertThat(exit.lastErrorLines()).contains("fatal: the engine is on fire");
            assertThat(exit).hasMessageContaining("server 'S' exited with code 3 during tools/call");
            assertThat(exit.maybeExecuted()).isTrue();
            await().untilAsserted(() -> assertThat(client.state()).isInstanceOf(ConnectionState.Failed.class));

            var next = time(() -> assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOfSatisfying(
                            ServerExitedException.class,
                            again -> assertThat(again.maybeExecuted()).isFalse()));
            assertThat(next).isLessThan(Duration.ofSeconds(10)); // a call has sixty
        }
    }

    @EachEra
    @Verifies({"I-9", "I-13", "C-11"})
    void aCallThatTakesTooLongIsGivenUpAndCancelledAtTheServer(Era era) {
        try (var client = connect(hostile(era, "answer-after-cancel"))) {
            client.listTools();
            var elapsed = time(() -> assertThatThrownBy(
                            () -> client.callTool("echo", null, CallOptions.within(Duration.ofSeconds(1))))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContainingAll("'S'", "tools/call echo", "1 s", "no progress was reported"));
            assertThat(elapsed).isBetween(Duration.ofMillis(995), Duration.ofMillis(3000));
            // The server answers only because it heard the cancellation, and its answer is too late for anybody.
            await().untilAsserted(() -> assertThat(client.violations()).containsKey(Violation.Kind.LATE));
        }
    }

    @EachEra
    @Verifies({"I-5", "I-13"})
    void progressExtendsTheIdleLimitButNotTheTotal(Era era) {
        var idle = Limits.USUAL.withIdle(Duration.ofSeconds(1));
        var heard = new ArrayList<Progress>();
        var hearing = new CallListener() {
            @Override
            public void progress(Progress progress) {
                heard.add(progress);
            }
        };
        var transport = hostile(era, "progress-steady", "--every-ms", "300", "--total-ms", "3000");
        try (var client = connect(transport)) {
            client.listTools();
            var options = CallOptions.usual().withLimits(idle).withListener(hearing);
            assertThat(client.callTool("echo", Map.of("text", "done"), options).text())
                    .isEqualTo("done");
            assertThat(heard).hasSizeGreaterThan(5);

            var total = CallOptions.usual().withLimits(idle.withTotal(Duration.ofSeconds(2)));
            assertThatThrownBy(() -> client.callTool("echo", null, total))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("last progress");
        }
    }

    @Test
    @Verifies("A-11")
    void anUnknownRequestOfALegacyServerIsRefused() {
        try (var client = connect(hostile("unknown-request"))) {
            assertThat(client.callTool("echo", null).text()).contains("\"id\":\"s-1\"", "-32601");
        }
    }

    @Test
    @Verifies({"A-9", "A-10"})
    void anyRequestOfAModernServerIsReportedAndNotAnswered() {
        try (var client = connect(hostile(Era.MODERN, "unknown-request"))) {
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(client.violations()).containsKey(Violation.Kind.FORBIDDEN_REQUEST);
        }
    }

    @Test
    @Verifies({"A-11", "H-10"})
    void aQuestionThatNobodyAnswersIsRefusedToALegacyServer() {
        try (var client = connect(hostile("ask-no-handler"))) {
            assertThat(client.callTool("echo", null).text()).contains("-32601");
        }
    }

    @Test
    @Verifies({"H-6", "H-7"})
    void aQuestionThatNobodyAnswersIsAClearErrorWithAModernServer() {
        try (var client = connect(hostile(Era.MODERN, "ask-no-handler"))) {
            assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOf(QuestionFailedException.class)
                    .hasMessageContainingAll("tools/call echo", "'S'", "not declared");
        }
    }

    @Test
    @Verifies({"I-1", "A-5"})
    void aPingWithAStringIdIsAnsweredWithTheSameId() {
        try (var client = connect(hostile("ping-string-id"))) {
            assertThat(client.callTool("echo", null).text()).contains("\"id\":\"ping-ü-1\"", "\"result\":{}");
        }
    }

    @Test
    @Verifies("B-2")
    void anErrorInAnswerToInitializeFailsTheConnectionWithTheServersWords() {
        assertThatThrownBy(() -> connect(hostile("init-error")))
                .isInstanceOf(ServerErrorException.class)
                .hasMessageContaining("licence expired");
    }

    @Test
    @Verifies("C-7")
    void aServerThatIgnoresTheEndOfItsInputAndTermIsEndedByForce(@TempDir Path folder) throws Exception {
        var pid = folder.resolve("pid");
        var client = connect(hostile("ignore-term", "--pidfile", pid.toString()));
        var server = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        assertThat(server).isPresent();
        assertThat(time(client::close)).isLessThan(Duration.ofSeconds(10));
        assertThat(server.filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    @Verifies("C-14")
    void closingEndsTheWholeTree(@TempDir Path folder) throws Exception {
        var pids = folder.resolve("pids");
        var command = HostileServer.command("fork-orphan", "--pidfile", pids.toString());
        var words = new ArrayList<>(List.of("sh", "-c", "\"$@\"; exit $?", "sh"));
        words.addAll(command);
        try (var client = connect(StdioTransport.of(ServerCommand.of(words)).named("S"))) {
            assertThat(client.callTool("echo", null).text()).isNotEmpty();
        }
        var started = Files.readAllLines(pids).stream().map(Long::valueOf).toList();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(started)
                        .noneMatch(pid -> ProcessHandle.of(pid)
                                .filter(ProcessHandle::isAlive)
                                .isPresent()));
    }

    @Test
    @Verifies("C-14")
    void aServerSeesSixSafeVariablesAndTheDeclaredOnes() {
        var command = ServerCommand.of(HostileServer.command("env")).withVariable("DECLARED", "yes");
        try (var client = connect(StdioTransport.of(command).named("S"))) {
            var names = List.of(client.callTool("env", null).text().split("\n"));
            assertThat(names).contains("DECLARED", "PATH");
            assertThat(names)
                    .isSubsetOf("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "DECLARED", "FAIRLEAD_LIFELINE");
        }
    }

    @EachEra
    @Verifies({"C-15", "I-13"})
    void callsToAServerThatStopsReadingEndAtTheirLimit(Era era) throws Exception {
        var transport = hostile(era, "stdin-stop");
        var noChecks = profile()
                .checkArguments(false)
                .connectTimeout(Duration.ofSeconds(60))
                .build();
        try (var client = McpClient.connect(transport, noChecks);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var big = "x".repeat(4 << 20);
            var calls = IntStream.range(0, 20)
                    .mapToObj(i -> threads.submit(() -> time(() -> assertThatThrownBy(() -> client.callTool(
                                    "echo", Map.of("text", big), CallOptions.within(Duration.ofSeconds(3))))
                            .isInstanceOf(CallTimeoutException.class))))
                    .toList();
            for (var call : calls) {
                assertThat(call.get()).isBetween(Duration.ofMillis(2990), Duration.ofMillis(8000));
            }
            assertThat(time(client::close)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @EachEra
    void twoHundredParallelCallsTakeAboutAsLongAsOne(Era era) throws Exception {
        try (var client = connect(hostile(era, "late", "--ms", "200"));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            echo(client, "warm up");
            long start = System.nanoTime();
            var calls = IntStream.range(0, 200)
                    .mapToObj(i -> threads.submit(() -> echo(client, "call " + i)))
                    .toList();
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).get()).isEqualTo("call " + i);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void twentyServersCostThreeSmallThreadsEachAndLeaveNone() {
        var clients = IntStream.range(0, 20)
                .parallel()
                .mapToObj(
                        i -> McpClient.connect(LifecycleTest.server(Path.of("/dev/null")), LifecycleTest.oldServers()))
                .toList();
        // One watches over all of them, one may still be ending.
        assertThat(ourThreads()).hasSizeLessThanOrEqualTo(20 * 3 + 2);
        clients.parallelStream().forEach(McpClient::close);
        await().untilAsserted(() -> assertThat(ourThreads()).isEmpty());
    }

    @EachEra
    @Verifies({"G-37", "G-38"})
    void endlessPaginationStopsWithAClearError(Era era) {
        for (var mode : List.of("cursor-loop", "cursor-cycle", "cursor-unique")) {
            try (var client = connect(hostile(era, mode))) {
                assertThatThrownBy(client::listTools)
                        .isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("endless pagination");
            }
        }
    }

    @EachEra
    @Verifies("G-37")
    void anEmptyCursorIsACursor(Era era) {
        try (var client = connect(hostile(era, "cursor-empty"))) {
            assertThat(client.listTools()).extracting(Tool::name).containsExactly("on-page-1", "on-page-2");
        }
    }

    @EachEra
    void twoResultMembersInOneAnswerFailThatCall(Era era) {
        try (var client = connect(hostile(era, "dup-member", "--times", "1"))) {
            assertThatThrownBy(() -> echo(client, "one"))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("malformed response");
            assertThat(echo(client, "two")).isEqualTo("two");
        }
    }

    @Test
    @Verifies("G-16")
    void aBurstOfListChangesCausesAHandfulOfListings() {
        try (var client = connect(hostile("list-changed-storm", "--n", "200"))) {
            assertThat(echo(client, "storm")).isEqualTo("storm");
            assertThat(echo(client, "storm")).isEqualTo("storm");
            assertThat(client.listTools()).hasSize(1);
        }
        // Two calls and a listing, each of which may list once; the two hundred changes cause none of their own.
        assertThat(stderr.stream().filter(line -> line.contains("tools/list"))).hasSizeBetween(2, 6);
    }

    @Test
    @Verifies({"B-7", "B-16"})
    void aServerThatSpeaksOnlyTheNewestRevisionWorks() {
        try (var client = connect(hostile("modern-only"))) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(echo(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    @Verifies({"B-9", "B-10"})
    void aLegacyServerThatIsSilentOnTheProbeIsFoundOutAndRemembered() {
        var memory = new EraMemory(java.time.InstantSource.system());
        var profile = profile().eraMemory(memory).build();
        var transport = hostile("discover-silent");
        var first = time(() -> {
            try (var client = McpClient.connect(transport, profile)) {
                assertThat(echo(client, "hello")).isEqualTo("hello");
            }
        });
        assertThat(first).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(10));
        var second = time(() -> {
            try (var client = McpClient.connect(transport, profile)) {
                assertThat(echo(client, "hello")).isEqualTo("hello");
            }
        });
        assertThat(second).isLessThan(first);
    }

    private static List<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("fairlead-"))
                .toList();
    }

    /** The call that no answer ever comes to ends, whatever else the connection does. */
    @EachEra
    void aCallThatIsNeverAnsweredEndsAtItsLimit(Era era) {
        try (var client = connect(hostile(era, "never", "--times", "1"))) {
            client.listTools();
            var failure = catchThrowableOfType(
                    McpException.class,
                    () -> client.callTool("echo", null, CallOptions.within(Duration.ofMillis(500))));
            assertThat(failure).isInstanceOf(CallTimeoutException.class);
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }
}
