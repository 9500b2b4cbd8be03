package dev.fairlead.wire.stdio;

import static dev.fairlead.wire.stdio.ProcessProbe.awaitGone;
import static dev.fairlead.wire.stdio.ProcessProbe.children;
import static dev.fairlead.wire.stdio.ProcessProbe.lines;
import static dev.fairlead.wire.stdio.ProcessProbe.pidFrom;
import static dev.fairlead.wire.stdio.ProcessProbe.runs;
import static dev.fairlead.wire.stdio.ProcessProbe.sh;
import static dev.fairlead.wire.stdio.ProcessProbe.timed;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class LifelineTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Lifeline lifeline = new Lifeline();
    private final List<ServerProcess> servers = new ArrayList<>();

    private ServerProcess start(String script) {
        var server = ServerProcess.start(sh(script), "test", line -> {}, lifeline);
        servers.add(server);
        return server;
    }

    private ProcessHandle watchdog() {
        return lifeline.watchdog().orElseThrow();
    }

    @AfterEach
    void endAll() {
        servers.forEach(server -> server.end(Duration.ZERO, Duration.ZERO));
        assertThat(lifeline.watchdog()).isEmpty();
    }

    @Test
    void theWatchdogComesWithTheFirstServerAndGoesWithTheLast() {
        assertThat(lifeline.watchdog()).isEmpty();
        var first = start("exec cat");
        var pid = watchdog().pid();
        var second = start("exec cat");
        assertThat(watchdog().pid()).isEqualTo(pid);
        first.end();
        assertThat(runs(pid)).isTrue();
        second.end();
        assertThat(lifeline.watchdog()).isEmpty();
        awaitGone(SOON, List.of(pid));
    }

    @Test
    void endingTheFirstServerDoesNotTouchTheTwelfth() {
        for (int i = 0; i < 12; i++) {
            start("exec cat");
        }
        servers.getFirst().end();
        assertThat(servers.getFirst().alive()).isFalse();
        assertThat(servers.subList(1, 12)).allMatch(ServerProcess::alive);
    }

    @Test
    void aSlowEndDoesNotHoldUpAnother() throws IOException {
        var stubborn = start("trap 'echo asked' TERM; echo $$; while :; do sleep 0.1; done");
        var output = lines(stubborn.stdout());
        pidFrom(output);
        var quick = List.of(start("exec cat"), start("exec cat"), start("exec cat"), start("exec cat"));
        var slow = Thread.ofVirtual().start(() -> stubborn.end(Duration.ZERO, Duration.ofSeconds(30)));
        assertThat(output.readLine()).isEqualTo("asked");
        // Less than the time after which the watchdog is given up and the tree is ended without it. If the slow end
        // held
        // up the others it would hold up each of them; a busy machine does not.
        assertThat(quick.stream().map(server -> timed(server::end)).min(naturalOrder()))
                .hasValueSatisfying(shortest -> assertThat(shortest).isLessThan(Duration.ofSeconds(2)));
        assertThat(slow.isAlive()).isTrue();
        ProcessHandle.of(stubborn.pid()).ifPresent(ProcessHandle::destroyForcibly);
        await().atMost(SOON).until(() -> !slow.isAlive());
    }

    @Test
    void aWatchdogThatDiesIsReplacedAndTheNewOneKnowsTheOldMarkers() {
        var server = start("sleep 300 & echo $!; cat");
        long grandchild = pidFrom(lines(server.stdout()));
        var first = watchdog();
        assertThat(first.destroyForcibly()).isTrue();
        await().atMost(SOON)
                .until(() -> lifeline.watchdog()
                        .filter(other -> !other.equals(first))
                        .isPresent());
        server.end();
        assertThat(List.of(server.pid(), grandchild)).noneMatch(ProcessProbe::runs);
    }

    @Test
    void aWatchdogThatDoesNotStayIsReplacedTenTimesAndThenWhenItIsNeeded() {
        var server = start("exec cat");
        for (int i = 0; i < 10; i++) {
            var dying = watchdog();
            assertThat(dying.destroyForcibly()).isTrue();
            await().atMost(SOON).until(() -> !watchdog().equals(dying));
        }
        var last = watchdog();
        assertThat(last.destroyForcibly()).isTrue();
        // Who hears of the end of one is who starts the next.
        await().atMost(SOON)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("fairlead-lifeline")));
        assertThat(watchdog()).isEqualTo(last);
        var second = start("exec cat");
        assertThat(watchdog().isAlive()).isTrue();
        server.end();
        second.end();
        assertThat(List.of(server.pid(), second.pid())).noneMatch(ProcessProbe::runs);
    }

    @Test
    void aWatchdogThatDoesNotAnswerIsNotWaitedFor() throws Exception {
        var server = start("trap '' TERM; echo $$; while :; do sleep 0.1; done");
        pidFrom(lines(server.stdout()));
        var silent = watchdog();
        signal("STOP", silent);
        try {
            server.end(Duration.ZERO, Duration.ofMillis(100));
            await().atMost(SOON).until(() -> !server.alive());
        } finally {
            signal("CONT", silent);
        }
        awaitGone(SOON, List.of(silent.pid()));
    }

    private static void signal(String name, ProcessHandle process) throws Exception {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    @Test
    void anEndThatMeetsADyingWatchdogIsAskedAgain() {
        var server = start("trap '' TERM; echo $$; while :; do sleep 0.1; done");
        pidFrom(lines(server.stdout()));
        var first = watchdog();
        var end = Thread.ofVirtual().start(() -> server.end(Duration.ZERO, Duration.ofSeconds(1)));
        assertThat(first.destroyForcibly()).isTrue();
        await().atMost(Duration.ofSeconds(10)).until(() -> !end.isAlive());
        assertThat(server.alive()).isFalse();
    }

    @Test
    void theWatchdogIgnoresSignals() {
        start("exec cat");
        var pid = watchdog().pid();
        // An answer shows that it is up and has seen to its signals.
        start("exec cat").end();
        assertThat(watchdog().destroy()).isTrue();
        start("exec cat").end();
        assertThat(watchdog().pid()).isEqualTo(pid);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theWatchdogKeepsNoDeadChildren() {
        start("exec cat");
        var pid = watchdog().pid();
        for (int i = 0; i < 5; i++) {
            start("exec cat").end();
        }
        assertThat(runs(pid)).isTrue();
        await().atMost(SOON).untilAsserted(() -> assertThat(children(pid)).isEmpty());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theWatchdogCarriesNoMarker() throws Exception {
        start("exec cat");
        var environment = Path.of("/proc", Long.toString(watchdog().pid()), "environ");
        assertThat(Files.readString(environment)).doesNotContain(Lifeline.VARIABLE);
    }
}
