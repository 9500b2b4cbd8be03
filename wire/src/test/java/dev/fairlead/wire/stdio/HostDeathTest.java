package dev.fairlead.wire.stdio;

import static dev.fairlead.wire.stdio.ProcessProbe.awaitGone;
import static dev.fairlead.wire.stdio.ProcessProbe.lines;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** However a JVM ends, its servers end with it, and those of another JVM do not. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
@Tag("thorough")
class HostDeathTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    // Four servers, the children of three, and the watchdog.
    private static final int WATCHED = 8;

    private final List<Process> hosts = new ArrayList<>();

    /** A JVM with servers, and the pids of everything it started. */
    private record Host(Process process, List<Long> pids) {}

    private Host host(String mode, int processes) throws IOException {
        var process = launch(mode, Map.of());
        var pids = Arrays.stream(nonNull(lines(process.getInputStream())).split(" "))
                .map(Long::valueOf)
                .toList();
        assertThat(pids).hasSize(processes).allMatch(ProcessProbe::runs);
        return new Host(process, pids);
    }

    private static String nonNull(BufferedReader lines) throws IOException {
        var line = lines.readLine();
        return line == null ? "" : line;
    }

    private Process launch(String mode, Map<String, String> variables) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HostMain.class.getName(),
                mode);
        builder.environment().putAll(variables);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        var process = builder.start();
        hosts.add(process);
        return process;
    }

    @AfterEach
    void endHosts() {
        hosts.forEach(Process::destroyForcibly);
    }

    @Test
    void killedOutright() throws IOException {
        var host = host("wait", WATCHED);
        host.process().destroyForcibly();
        awaitGone(LIMIT, host.pids());
    }

    @Test
    void askedToEnd() throws IOException {
        var host = host("wait", WATCHED);
        host.process().destroy();
        awaitGone(LIMIT, host.pids());
    }

    @Test
    void exitedWithoutClosingAnything() throws IOException {
        var host = host("exit-on-input", WATCHED);
        host.process().getOutputStream().close();
        awaitGone(LIMIT, host.pids());
    }

    @Test
    void exitedInAnOrderlyWayWhereThereIsNoWatchdog() throws IOException {
        var host = host("exit-without-watchdog", WATCHED - 1);
        host.process().getOutputStream().close();
        awaitGone(LIMIT, host.pids());
    }

    @Test
    void oneHostDoesNotEndTheServersOfAnother() throws IOException {
        var first = host("wait", WATCHED);
        var second = host("wait", WATCHED);
        first.process().destroyForcibly();
        awaitGone(LIMIT, first.pids());
        assertThat(second.pids()).allMatch(ProcessProbe::runs);
        second.process().destroyForcibly();
        awaitGone(LIMIT, second.pids());
    }

    @Test
    void secretsOfTheHostDoNotReachItsServers() throws IOException {
        var secrets = new HashMap<String, String>();
        for (int i = 0; i < 40; i++) {
            secrets.put("SECRET_" + i, "canary-" + i);
        }
        var output =
                lines(launch("environment", secrets).getInputStream()).lines().toList();
        assertThat(output).contains("DECLARED=yes").anyMatch(line -> line.startsWith("FAIRLEAD_LIFELINE="));
        assertThat(output).noneMatch(line -> line.contains("canary"));
        assertThat(output.stream().map(line -> line.split("=", 2)[0]).toList())
                .isSubsetOf("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "DECLARED", "FAIRLEAD_LIFELINE");
    }
}
