package dev.fairlead.wire.stdio;

import static dev.fairlead.wire.stdio.ProcessProbe.awaitGone;
import static dev.fairlead.wire.stdio.ProcessProbe.lines;
import static dev.fairlead.wire.stdio.ProcessProbe.pidFrom;
import static dev.fairlead.wire.stdio.ProcessProbe.runs;
import static dev.fairlead.wire.stdio.ProcessProbe.sh;
import static dev.fairlead.wire.stdio.ProcessProbe.threads;
import static dev.fairlead.wire.stdio.ProcessProbe.timed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class ServerProcessTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String STUBBORN = "trap '' TERM; echo $$; while :; do sleep 0.1; done";

    private final List<ServerProcess> started = new ArrayList<>();

    @TempDir
    Path folder;

    private ServerProcess start(ServerCommand command) {
        var server = ServerProcess.start(command, "test", line -> {});
        started.add(server);
        return server;
    }

    private static final class Silence implements WireListener {
        @Override
        public void tolerated(Violation violation) {}

        @Override
        public void stderr(String line) {}
    }

    @AfterEach
    void leavesNothingBehind() {
        started.forEach(server -> server.end(Duration.ZERO, Duration.ZERO));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(threads("fairlead-")).isEmpty());
        assertThat(Lifeline.shared().watchdog()).isEmpty();
    }

    @Nested
    class Starting {
        @Test
        void aServerWithoutItsThreadsIsEnded() throws IOException {
            var lifeline = new Lifeline();
            for (var role : List.of("stderr", "exit")) {
                var pid = folder.resolve(role);
                assertThatThrownBy(() -> ServerProcess.start(
                                sh("echo $$ >" + pid + "; exec sleep 300"), "test", line -> {}, lifeline, thread -> {
                                    await().atMost(SOON).until(() -> Files.exists(pid) && Files.size(pid) > 0);
                                    if (thread.getName().endsWith(role)) {
                                        throw new OutOfMemoryError("no more threads");
                                    }
                                    thread.start();
                                }))
                        .isInstanceOf(OutOfMemoryError.class);
                awaitGone(SOON, List.of(Long.parseLong(Files.readString(pid).strip())));
            }
            await().atMost(SOON).until(() -> lifeline.watchdog().isEmpty());
        }

        @Test
        void aServerWithoutAReaderIsEnded() throws IOException {
            var pid = folder.resolve("pid");
            var transport = StdioTransport.of(sh("echo $$ >" + pid + "; exec cat"));
            assertThatThrownBy(() -> transport.open(news -> Optional.empty(), new Silence(), action -> {
                        await().atMost(SOON).until(() -> Files.exists(pid) && Files.size(pid) > 0);
                        throw new OutOfMemoryError("no more threads");
                    }))
                    .isInstanceOf(OutOfMemoryError.class);
            awaitGone(SOON, List.of(Long.parseLong(Files.readString(pid).strip())));
        }

        @Test
        void speaksOverItsStreams() throws IOException {
            var server = start(ServerCommand.of("cat"));
            server.stdin().write("grüße\n".getBytes(UTF_8));
            server.stdin().flush();
            assertThat(lines(server.stdout()).readLine()).isEqualTo("grüße");
            assertThat(server.alive()).isTrue();
            assertThat(server.exitCode()).isEmpty();
            assertThat(runs(server.pid())).isTrue();
        }

        @Test
        void saysThatAProgramIsNotOnThePath() {
            assertThatThrownBy(() -> start(ServerCommand.of("no-such-program-4711")))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageStartingWith(
                            "Failed to start server: command 'no-such-program-4711' was not found on PATH (");
        }

        @Test
        void saysThatArgumentsBelongInEntriesOfTheirOwn() {
            assertThatThrownBy(() -> start(ServerCommand.of("cat -u"))).hasMessageContaining("separate entries");
        }

        @Test
        void saysThatAFileMayNotBeExecuted() throws IOException {
            Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
            assertThatThrownBy(() -> start(ServerCommand.of("./plain").withDirectory(folder)))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageStartingWith("Failed to start server: ")
                    .hasMessageContainingAll("plain", "may not be executed");
        }

        @Test
        void saysThatTheSystemRefusesAFile() throws IOException {
            var file = Files.writeString(folder.resolve("broken"), "#!/no/such/interpreter\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
            assertThatThrownBy(() -> start(ServerCommand.of(file.toString()).withVariable("KEY", "canary-4711")))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContainingAll("broken", "could not be run")
                    .hasMessageNotContaining("canary")
                    .hasCauseInstanceOf(IOException.class);
        }

        @Test
        void saysThatTheWorkingDirectoryIsMissing() {
            assertThatThrownBy(() -> start(ServerCommand.of("cat").withDirectory(folder.resolve("gone"))))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContainingAll("working directory", "does not exist");
        }

        @Test
        void runsInItsDirectoryAndFindsProgramsOfADeclaredPath() throws IOException {
            var file = Files.writeString(folder.resolve("mine-4711"), "#!/bin/sh\npwd -P\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
            var server = start(ServerCommand.of("mine-4711")
                    .withDirectory(folder)
                    .withVariable("PATH", folder + ":" + System.getenv("PATH")));
            assertThat(lines(server.stdout()).readLine())
                    .isEqualTo(folder.toRealPath().toString());
        }

        @Test
        void noArgumentIsReadByAShell() throws IOException {
            var arguments =
                    new String[] {"$(touch pwned)", "; touch pwned", "a b", "'", "\"", "", "*", "-n", "\\", "ü\n"};
            var plain = ServerCommand.of("printf", "%s|").withDirectory(folder);
            var command = new ArrayList<>(plain.command());
            command.addAll(List.of(arguments));
            for (var limit : new Long[] {null, 1L << 30}) {
                var server =
                        start(ServerCommand.of(command).withDirectory(folder).withMemoryLimit(limit));
                assertThat(new String(server.stdout().readAllBytes(), UTF_8))
                        .isEqualTo(String.join("|", arguments) + "|");
            }
            assertThat(folder).isEmptyDirectory();
        }

        @Test
        void getsTheAllowListTheDeclaredVariablesAndTheMarker() throws IOException {
            var server = start(ServerCommand.of("env").withVariable("DECLARED", "yes"));
            var names = lines(server.stdout())
                    .lines()
                    .map(line -> line.split("=", 2)[0])
                    .toList();
            var expected = new ArrayList<>(ChildEnvironment.POSIX_NAMES);
            expected.retainAll(System.getenv().keySet());
            expected.addAll(List.of("DECLARED", Lifeline.VARIABLE));
            assertThat(names).containsExactlyInAnyOrderElementsOf(expected);
        }

        @Test
        void getsNothingOfWhatIsWithheld() throws IOException {
            var server = start(ServerCommand.of("/usr/bin/env")
                    .withVariable("HOME", "declared")
                    .withholding(Set.copyOf(ChildEnvironment.POSIX_NAMES)));
            assertThat(lines(server.stdout()).lines())
                    .allMatch(line -> line.equals("HOME=declared") || line.startsWith(Lifeline.VARIABLE))
                    .hasSize(2);
        }
    }

    @Nested
    class Ending {
        @Test
        void aServerThatHeedsItsInputEndsAtOnce() {
            var server = start(ServerCommand.of("cat"));
            assertThat(timed(server::end)).isLessThan(SOON);
            assertThat(server.exitCode()).hasValue(0); // It was not asked by a signal.
            assertThat(server.alive()).isFalse();
        }

        @Test
        void endingTwiceAndTogetherIsEndingOnce() throws Exception {
            var server = start(ServerCommand.of("cat"));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var ends = new ArrayList<Future<?>>();
                for (int i = 0; i < 8; i++) {
                    ends.add(threads.submit(() -> server.end()));
                }
                for (var end : ends) {
                    end.get(30, TimeUnit.SECONDS);
                }
            }
            server.end();
            assertThat(server.exitCode()).hasValue(0);
        }

        @Test
        void aServerThatIgnoresEndOfInputAndTermIsGoneWithinFiveSeconds() {
            var server = start(sh(STUBBORN));
            long pid = pidFrom(lines(server.stdout()));
            assertThat(timed(server::end)).isBetween(Duration.ofSeconds(4), SOON);
            assertThat(server.exitCode()).hasValue(128 + 9);
            assertThat(runs(pid)).isFalse();
        }

        @Test
        void termIsSentOnceSoThatAnOrderlyShutdownCanFinish() throws IOException {
            var server = start(sh("n=0; trap 'n=$((n+1)); echo term' TERM; echo $$;"
                    + " i=0; while [ $n -eq 0 ]; do sleep 0.05; done;"
                    + " while [ $i -lt 8 ]; do i=$((i+1)); sleep 0.05; done; echo terms $n; exit 7"));
            var output = lines(server.stdout());
            assertThat(pidFrom(output)).isEqualTo(server.pid());
            var rest = CompletableFuture.supplyAsync(() -> output.lines().toList(), Thread::startVirtualThread);
            server.end(Duration.ZERO, Duration.ofSeconds(20));
            assertThat(server.exitCode()).hasValue(7);
            assertThat(rest.join()).containsExactly("term", "terms 1");
        }

        @Test
        void grandchildrenEndToo() {
            var server = start(sh("sleep 300 & echo $!; wait"));
            long grandchild = pidFrom(lines(server.stdout()));
            server.end(Duration.ofMillis(100), Duration.ofSeconds(2));
            assertThat(List.of(server.pid(), grandchild)).noneMatch(ProcessProbe::runs);
        }

        @Test
        void aStubbornGrandchildInASessionOfItsOwnEndsToo() {
            assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "NOT TESTED: this system has no setsid");
            var server = start(sh("setsid sh -c \"" + STUBBORN.replace("$", "\\$") + "\" & cat"));
            long grandchild = pidFrom(lines(server.stdout()));
            server.end(Duration.ofSeconds(1), Duration.ofMillis(300));
            assertThat(server.exitCode()).hasValue(0);
            assertThat(runs(grandchild)).isFalse();
        }

        @Test
        void aDescendantThatClearedItsEnvironmentEndsToo() {
            var server = start(sh("env -i /bin/sleep 300 & echo $!; cat"));
            long grandchild = pidFrom(lines(server.stdout()));
            server.end();
            assertThat(List.of(server.pid(), grandchild)).noneMatch(ProcessProbe::runs);
        }

        @Test
        void aWriteThatIsStuckHoldsNothingUp() {
            var server = start(sh(STUBBORN));
            pidFrom(lines(server.stdout()));
            var failed = new CompletableFuture<IOException>();
            var begun = new CountDownLatch(1);
            var writer = Thread.ofPlatform().daemon().start(() -> {
                try {
                    begun.countDown();
                    server.stdin().write(new byte[4 << 20]);
                    server.stdin().flush();
                } catch (IOException e) {
                    failed.complete(e);
                }
            });
            await().until(() -> begun.getCount() == 0 && writer.getState() == Thread.State.RUNNABLE);
            assertThat(timed(server::closeStdin)).isLessThan(SOON);
            assertThat(timed(() -> server.end(Duration.ofMillis(200), Duration.ofMillis(200))))
                    .isLessThan(SOON);
            assertThat(failed).succeedsWithin(SOON);
        }

        @Test
        void anInterruptedCallerStillEndsTheServer() {
            var server = start(ServerCommand.of("cat"));
            Thread.currentThread().interrupt();
            server.end();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.alive()).isFalse();
        }

        @Test
        void withoutAWatchdogTheTreeIsEnded() {
            var lifeline = new Lifeline(false);
            assertThat(lifeline.available()).isFalse();
            var server = ServerProcess.start(sh("sleep 300 & echo $!; " + STUBBORN), "test", line -> {}, lifeline);
            started.add(server);
            long grandchild = pidFrom(lines(server.stdout()));
            assertThat(timed(() -> server.end(Duration.ofMillis(200), Duration.ofMillis(500))))
                    .isLessThan(SOON);
            awaitGone(SOON, List.of(server.pid(), grandchild));
        }
    }

    @Nested
    class Exiting {
        @Test
        void isNoticedAtOnceAlthoughAGrandchildHoldsTheStreams() throws Exception {
            var exited = new CompletableFuture<Long>();
            var server = start(sh("sleep 300 & echo $!; read line; exit 3"));
            var output = lines(server.stdout());
            long grandchild = pidFrom(output);
            server.onExit(() -> exited.complete(System.nanoTime()));
            var reader = CompletableFuture.supplyAsync(() -> output.lines().toList(), Thread::startVirtualThread);
            long before = System.nanoTime();
            server.stdin().write('\n');
            server.stdin().flush();
            long noticed = exited.get(30, TimeUnit.SECONDS);
            assertThat(Duration.ofNanos(noticed - before)).isLessThan(SOON);
            assertThat(server.exitCode()).hasValue(3);
            // Nobody asked for it: what a crash leaves behind is ended all the same.
            awaitGone(SOON, List.of(grandchild));
            assertThat(reader).succeedsWithin(SOON);
        }

        @Test
        void isToldOnceToEachAlsoWhenLate() {
            var calls = new AtomicInteger();
            var server = start(sh("exit 0"));
            server.onExit(calls::incrementAndGet);
            server.end();
            server.onExit(calls::incrementAndGet);
            await().atMost(SOON).untilAtomic(calls, equalTo(2));
        }

        @Test
        void comesWithTheLastWords() {
            for (int i = 0; i < 20; i++) {
                var words = new CompletableFuture<List<String>>();
                var server = start(sh("echo starting >&2; echo 'no key' >&2; exit 1"));
                server.onExit(() -> words.complete(server.stderrTail()));
                assertThat(words).succeedsWithin(SOON).isEqualTo(List.of("starting", "no key"));
            }
        }
    }

    @Nested
    class Flooding {
        @Test
        void aQuarterOfAGigabyteOnStderrStaysFlatInMemory() throws IOException {
            long before = usedAfterCollection();
            for (var flood : List.of("yes 'a line of an ordinary log, neither short nor long'", "cat /dev/zero")) {
                var server = start(sh(flood + " | head -c 268435456 >&2; echo done"));
                assertThat(lines(server.stdout()).readLine()).isEqualTo("done");
                assertThat(server.stderrTail().stream().mapToInt(String::length).sum())
                        .isLessThanOrEqualTo(StderrPump.TAIL_CHARS);
            }
            assertThat(usedAfterCollection() - before).isLessThan(8L << 20);
        }

        private static long usedAfterCollection() {
            System.gc();
            var runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }

    @Nested
    @EnabledOnOs(OS.LINUX)
    class LimitingMemory {
        private static final String DOUBLING =
                "a=xxxxxxxx; i=0; while [ $i -lt 24 ]; do a=$a$a; i=$((i+1)); done; echo survived";

        @Test
        void stopsAServerThatTakesTooMuch() throws IOException {
            var server = start(sh(DOUBLING).withMemoryLimit(64L << 20));
            assertThat(lines(server.stdout()).readLine()).isNull();
            await().atMost(SOON).until(() -> !server.alive());
            assertThat(server.exitCode().orElseThrow()).isNotZero();
        }

        @Test
        void leavesAServerAloneThatStaysBelow() throws IOException {
            var server = start(sh(DOUBLING).withMemoryLimit(2L << 30));
            assertThat(lines(server.stdout()).readLine()).isEqualTo("survived");
        }

        @Test
        void letsNodeStartWithin512Mebibytes() throws IOException {
            assumeTrue(
                    ProgramLookup.ofSystem(Map.of()).find("node", "") instanceof ProgramLookup.Outcome.Found,
                    "NOT TESTED: this system has no Node.js");
            var server =
                    start(ServerCommand.of("node", "-e", "console.log('up')").withMemoryLimit(512L << 20));
            assertThat(lines(server.stdout()).readLine()).isEqualTo("up");
        }
    }

    @Nested
    class Many {
        @Test
        void twentyServersTakeOneThreadEachBesidesTheirReaderAndLeaveNone() {
            for (int i = 0; i < 20; i++) {
                start(ServerCommand.of("cat"));
            }
            assertThat(threads("fairlead-test-")).hasSize(20).allMatch(name -> name.equals("fairlead-test-stderr"));
            assertThat(threads("fairlead-lifeline")).hasSize(1);
            started.parallelStream().forEach(ServerProcess::end);
            assertThat(started).noneMatch(ServerProcess::alive);
        }

        @Test
        void fiveOpenLinesHaveAWriterOnlyWhileTheyAreSentSomething() {
            var made = new CopyOnWriteArrayList<Thread>();
            var lines = new ArrayList<Wire>();
            try {
                for (int i = 0; i < 5; i++) {
                    var transport = StdioTransport.of(ServerCommand.of("cat")).named("five");
                    lines.add(transport.open(news -> Optional.empty(), new Silence(), action -> {
                        made.add(Thread.ofPlatform().daemon().unstarted(action));
                        return made.getLast();
                    }));
                }
                for (int round = 0; round < 3; round++) {
                    await().atMost(SOON)
                            .untilAsserted(() -> assertThat(threads("fairlead-five-"))
                                    .hasSize(10)
                                    .containsOnly("fairlead-five-reader", "fairlead-five-stderr"));
                    assertThat(made).as("readers, and writers that have left").hasSize(5 + round * 5);
                    lines.forEach(line -> line.post(new Notification("hello", null)));
                }
            } finally {
                lines.forEach(Wire::close);
            }
        }

        @Test
        void thirtyStartAndEndTogether() throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var runs = new ArrayList<Future<List<Long>>>();
                for (int i = 0; i < 30; i++) {
                    runs.add(threads.submit(() -> {
                        var server = ServerProcess.start(sh("sleep 300 & echo $!; cat"), "test", line -> {});
                        long grandchild = pidFrom(lines(server.stdout()));
                        server.end(Duration.ofSeconds(20), Duration.ofSeconds(20));
                        return List.of(server.pid(), grandchild);
                    }));
                }
                for (var run : runs) {
                    assertThat(run.get(60, TimeUnit.SECONDS)).noneMatch(ProcessProbe::runs);
                }
            }
        }
    }
}
