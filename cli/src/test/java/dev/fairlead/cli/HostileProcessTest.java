package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fairlead.cli.text.HostileText;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.HostileServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process all of whose words, those on standard error too, want to drive the terminal or to look like lines of others. */
@Timeout(300)
@Tag("thorough")
final class HostileProcessTest {
    /** How lines begin that tell what a server writes, reports or does besides answering. */
    private static final String OURS = "\\[[a-z ]+].*|fairlead: .*|  .*|";

    static Stream<Arguments> rows() {
        return Stream.of("ansi", "log-inject")
                .flatMap(mode -> Stream.of("tools -v", "call echo -v", "call refuse -v", "info -v", "doctor")
                        .map(words -> Arguments.of(mode, words)));
    }

    private static Shell.Run run(Shell shell, String mode, String words, String... more) {
        var all = new ArrayList<>(List.of(words.split(" ")));
        all.addAll(List.of(more));
        all.add("--");
        all.addAll(HostileServer.command(mode));
        return shell.run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void drivesNoTerminal(String mode, String words) {
        var shell = new Shell().variable("TERM", "xterm").watched().onTerminal();
        var run = run(shell, mode, words);

        var printed = HostileText.withoutOurs(run.out() + run.err()).replace("\r\u001b[K", "");
        assertThat(HostileText.firstHostile(printed)).as(printed).isEmpty();
        assertThat(printed).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void isOneCleanDocumentForProgramsAndForgesNoLineBesideIt(String mode, String words) {
        var run = run(new Shell(), mode, words, "--json");

        assertThat(HostileText.firstHostile(run.out() + run.err())).isEmpty();
        assertThat(run.out().lines()).hasSize(1);
        assertThat(Json.parse(run.out()).isObject()).isTrue();
        assertThat(run.err().lines()).as("lines beside the answer").allMatch(line -> line.matches(OURS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools -v", "call echo -v", "info -v"})
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "the program that writes down what a terminal gets is another elsewhere")
    void drivesNoRealTerminalEither(String words, @TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "NOT TESTED: this system has no script");
        var command = CommandProcess.java(List.of("--enable-native-access=ALL-UNNAMED"), Main.class);
        command.addAll(List.of(words.split(" ")));
        command.add("--");
        command.addAll(HostileServer.command("ansi"));
        var line = command.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        var shown = folder.resolve("shown");
        var builder = new ProcessBuilder("script", "-qec", line, shown.toString());
        builder.environment().putAll(Map.of("TERM", "xterm", "FAIRLEAD_HOME", folder.toString()));

        assertThat(CommandProcess.finish(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start())
                        .code())
                .isZero();

        var text = new String(Files.readAllBytes(shown), StandardCharsets.UTF_8);
        var theirs = HostileText.withoutOurs(text.replace("\r\n", "\n")).replace("\r\u001b[K", "");
        assertThat(theirs).contains("\\u001b[2J");
        assertThat(HostileText.firstHostile(theirs)).as(theirs).isEmpty();
    }
}
