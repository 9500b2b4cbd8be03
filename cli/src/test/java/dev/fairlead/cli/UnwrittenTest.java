package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What came of a command and cannot be written, or is not read any more, is no success, and is the end of the command. */
@Timeout(180)
class UnwrittenTest {
    private static final String FULL = "No space left on device";
    private static final String GONE = "Broken pipe";

    @TempDir
    Path folder;

    private final AtomicInteger calls = new AtomicInteger();
    private final FakeServer server = FakeServer.named("fake")
            .tool(
                    Tool.of("count", "Counts", Json.object().put("type", "object")),
                    call -> CallToolResult.ofText("" + calls.incrementAndGet()))
            .build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "call fake count",
                "call fake count --json",
                "tools fake",
                "tools fake --json",
                "info fake",
                "ping fake --count 1",
                "watch fake --count 1",
                "servers --json",
                "policy",
                "doctor --json fake",
                "completion bash",
                "tools --help",
                "nosuch --json",
                "tools --nosuch --json",
                "--help",
                "--version"
            })
    void aFullDiskIsNoSuccess(String words) {
        var run = Shell.with(server).readOnly(0, FULL).run(words.split(" ", -1));

        assertThat(run)
                .isEqualTo(new Shell.Run(
                        10,
                        "",
                        "fairlead: the answer could not be written (No space left on device); what was asked for may"
                                + " have been done all the same\n"));
    }

    @Test
    void watchingEndsWithTheReader() throws Exception {
        var shell = Shell.with(server).readOnly(1, GONE);
        var running = shell.begin("watch", "fake");
        shell.awaitOutput("connected");
        server.tell(new ServerEvent.ToolsChanged());

        var run = running.get(60, TimeUnit.SECONDS);

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.err()).isEmpty(); // Whoever left knows.
    }

    @Test
    void pingingEndsWithTheReader() {
        var run = Shell.with(server).readOnly(2, GONE).run("ping", "fake", "--count", "100000", "--interval", "10ms");

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out().lines()).hasSize(2);
    }

    @Test
    void linesOfAShellAreNotRunAfterTheReaderLeft() {
        var run = Shell.with(server)
                .readOnly(1, GONE)
                .input("call count\ncall count\ncall count\ncall count\n")
                .run("shell", "fake", "--keep-going");

        assertThat(run).isEqualTo(new Shell.Run(10, "1\n", ""));
        assertThat(calls).hasValue(2);
    }

    @Test
    void recordingEndsWithTheClientThatReadsNoMore() throws Exception {
        try (var speaking = new PipedOutputStream();
                var listening = new PipedInputStream(speaking, 1 << 16)) {
            var running = Shell.with(server)
                    .attendedBy(listening)
                    .readOnly(0, GONE)
                    .begin("record", folder.resolve("traffic.ndjson").toString(), "fake");
            speaking.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".getBytes(StandardCharsets.UTF_8));
            speaking.flush();

            assertThat(running.get(60, TimeUnit.SECONDS).code()).isEqualTo(10);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "limits are set by a shell")
    void filesAreWholeOrNotThere() throws Exception {
        var sources = folder.resolve("sources");
        var generating = List.of("codegen", "demo", "--package", "a.b", "--output", sources.toString());
        assertThat(limited("unlimited", generating).code()).isZero();
        Path source;
        try (var all = Files.list(sources.resolve("a/b"))) {
            source = all.sorted().findFirst().orElseThrow();
        }
        var before = Files.readString(source) + "// older\n";
        Files.writeString(source, before);
        var report = Files.writeString(folder.resolve("report.xml"), "older");
        var saved = folder.resolve("saved");
        var read = folder.resolve("read.txt");

        for (var words : List.of(
                generating,
                List.of("doctor", "demo", "--junit", report.toString()),
                List.of("call", "demo", "picture", "--save", saved.toString()),
                List.of("read", "demo", "demo://readme", "--output", read.toString()))) {
            var run = limited("0", words);
            assertThat(run.code()).as("%s: %s", words, run).isEqualTo(10);
            assertThat(run.err()).as("%s", words).contains("could not be written");
        }

        assertThat(source).hasContent(before);
        assertThat(report).hasContent("older");
        assertThat(read).doesNotExist();
        assertThat(saved).isEmptyDirectory();
        try (var all = Files.walk(folder)) {
            assertThat(all.filter(file -> file.toString().endsWith(".new"))).isEmpty();
        }
    }

    /** Runs the command where files have at most this size. */
    private Shell.Run limited(String size, List<String> words) throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f %s && exec \"$@\"".formatted(size), "sh"));
        command.addAll(CommandProcess.of(List.of("-XX:-UsePerfData"), words.toArray(String[]::new))
                .command());
        var builder = new ProcessBuilder(command);
        builder.environment().put("FAIRLEAD_HOME", folder.resolve("home").toString());
        return CommandProcess.finish(builder.start());
    }
}
