package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.real.InstalledProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a shell offers when somebody presses the tab key. */
@Timeout(240)
final class CompletionTest {
    private static final List<String> HOSTILE = List.of(
            "a b",
            "it's",
            "\"q\"",
            "$(touch canary)",
            "`touch canary`",
            "a;touch canary",
            "a&&touch canary",
            "|touch canary",
            ">canary",
            "<canary",
            "~root",
            "*",
            "{a,b}",
            "!!",
            "a\\b",
            "${HOME}",
            "#x",
            "ünïcödé",
            "a:b",
            "(x)",
            "[x]");

    @TempDir
    Path folder;

    private Path home;

    private Shell shell() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        return new Shell().home(home);
    }

    private static List<String> typed(Shell shell, String line) {
        var run = shell.run("__complete", "bash", " \t\n\"'@><=;|&(:", line);
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    private static FakeServer server(List<String> names) {
        var schema = (ObjectNode) Json.parse(
                "{\"type\":\"object\",\"properties\":{\"colour\":{\"enum\":[\"red\",\"green\"]},\"deep\":{\"type\":\"boolean\"},\"$(touch"
                    + " canary)\":{}}}");
        var server = FakeServer.named("fake");
        names.forEach(
                name -> server.tool(Tool.of(name, "Does " + name, schema), call -> CallToolResult.ofText("done")));
        return server.build();
    }

    @Nested
    final class Lines {
        @Test
        void goOnWithVerbsAndOptions() throws Exception {
            var shell = shell();
            assertThat(typed(shell, "fairlead to")).containsExactly(":", "tools");
            assertThat(typed(shell, "fairlead "))
                    .contains("call", "doctor", "completion", "--help")
                    .doesNotContain("__complete");
            assertThat(typed(shell, "fairlead tools --ti")).containsExactly(":", "--timeout");
            assertThat(typed(shell, "fairlead tools demo --json --j")).containsExactly(":");
            assertThat(typed(shell, "fairlead nonsense x")).containsExactly(":");
            assertThat(typed(shell, "fairlead")).containsExactly(":");
        }

        @Test
        void goOnWithValuesOfOptions() throws Exception {
            var shell = shell();
            assertThat(typed(shell, "fairlead tools x --transport http"))
                    .containsExactly(":", "http-first", "http-only");
            assertThat(typed(shell, "fairlead tools x --protocol 2025-1")).containsExactly(":", "2025-11-25");
            assertThat(typed(shell, "fairlead tools x --config ")).containsExactly(":files");
            assertThat(typed(shell, "fairlead tools x --timeout ")).containsExactly(":");
            assertThat(typed(shell, "fairlead completion z")).containsExactly(":", "zsh");
            assertThat(typed(shell, "fairlead tools -- py")).containsExactly(":files");
        }

        @Test
        void goOnWithConfiguredServers() throws Exception {
            var shell = shell();
            var servers = Json.object();
            servers.set(
                    "calc",
                    ServersTest.command(
                            List.of("touch", folder.resolve("started").toString())));
            servers.set("my files", ServersTest.command(List.of("sh")));
            ServersTest.write(home.resolve("fairlead.json"), servers);

            assertThat(typed(shell, "fairlead tools ")).containsExactly(":files", "demo", "calc", "my\\ files");
            assertThat(typed(shell, "fairlead tools 'my")).containsExactly(":files", "my files");

            servers.set("later", ServersTest.command(List.of("sh")));
            ServersTest.write(home.resolve("fairlead.json"), servers);
            assertThat(typed(shell, "fairlead tools la")).containsExactly(":files", "later");
            assertThat(folder.resolve("started")).doesNotExist();
        }

        @Test
        void goOnWithToolsOfServersThatWereMet() throws Exception {
            var shell = shell().server("fake", server(List.of("paint", "print")).transport());
            assertThat(typed(shell, "fairlead call fake ")).containsExactly(":");

            for (var verb : List.of("tools", "info")) {
                shell = shell().server("fake", server(List.of("paint", "print")).transport());
                shell.run(verb, "fake");
                assertThat(typed(shell, "fairlead call fake p")).as(verb).containsExactly(":", "paint", "print");
            }
            assertThat(typed(shell, "fairlead call fake paint ")).contains(":nospace", "colour=", "deep=");
            assertThat(typed(shell, "fairlead call fake paint colour=")).containsExactly(":", "red", "green");
            assertThat(typed(shell, "fairlead call fake paint colour=r")).containsExactly(":", "red");
            assertThat(typed(shell, "fairlead call fake paint colour=red d")).containsExactly(":nospace", "deep=");
            assertThat(typed(shell, "fairlead call --timeout 3 fake pai")).containsExactly(":", "paint");
            assertThat(typed(shell, "fairlead call other p")).containsExactly(":");
        }

        @Test
        void goOnWithToolsAfterACall() throws Exception {
            var shell = shell().server("fake", server(List.of("paint")).transport());

            shell.run("call", "fake", "paint");

            assertThat(typed(shell, "fairlead call fake ")).containsExactly(":", "paint");
        }
    }

    @Test
    void whatIsRememberedIsItsOwnersAloneAndBounded() throws Exception {
        var names = new ArrayList<String>();
        for (int i = 0; i < 3000; i++) {
            names.add("tool-" + i + "x".repeat(100));
        }
        names.addAll(0, List.of("new\nline", "tab\there", "\u001b[2J", "\u202Erevert", "y".repeat(5000), "fine"));
        var shell = shell().server("fake", server(names).transport());

        shell.run("tools", "fake");

        try (var files = Files.list(home.resolve("cache"))) {
            assertThat(files.toList()).isNotEmpty().allSatisfy(file -> {
                assertThat(Files.size(file)).isLessThan(300_000);
                assertThat(Files.readString(file)).doesNotContain("\u001b", "\t", "\u202E");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            });
        }
        assertThat(typed(shell, "fairlead call fake ")).contains("fine").noneMatch(line -> line.contains("line"));
    }

    @Test
    void spoiltCachesAreHarmless() throws Exception {
        var shell = shell().server("fake", server(List.of("paint")).transport());
        shell.run("tools", "fake");
        try (var files = Files.list(home.resolve("cache"))) {
            for (var file : files.toList()) {
                Files.write(file, new byte[] {(byte) 0xFF, 0, '\n', 't', 'o', 'o', 'l', ' ', 27, '\n', 'v'});
            }
        }

        assertThat(typed(shell, "fairlead call fake ")).containsExactly(":");
    }

    @Test
    void scriptsAreForThreeShells() throws Exception {
        for (var name : List.of("bash", "zsh", "fish")) {
            var run = shell().run("completion", name);
            assertThat(run.code()).isZero();
            assertThat(run.out()).contains("fairlead __complete " + name);
        }
        assertThat(shell().run("completion", "tcsh").code()).isEqualTo(2);
        assertThat(Json.parse(shell().run("completion", "bash", "--json").out())
                        .path("script")
                        .stringValue())
                .contains("complete -F _fairlead fairlead");
    }

    /** Puts a command on PATH that is the one under test. */
    private Path command() throws Exception {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var words = CommandProcess.java(List.of(), Main.class).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        var file = Files.writeString(bin.resolve("fairlead"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return bin;
    }

    private String in(String program, String script, String... arguments) throws Exception {
        var words = Stream.concat(
                        Stream.of(program), Stream.concat(Stream.of("-c", script, program), Arrays.stream(arguments)))
                .toList();
        var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", command() + ":" + System.getenv("PATH"));
        builder.environment().put("FAIRLEAD_HOME", home.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        var process = builder.start();
        process.getOutputStream().close();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out;
    }

    @Nested
    final class Bash {
        private static final String COMPLETE = """
            source <(fairlead completion bash) || exit 9
            complete -p fairlead >/dev/null || exit 8
            compopt() { :; }
            COMP_LINE=$1 COMP_POINT=${#1}
            _fairlead
            """;

        @Test
        void completesVerbsAndTools() throws Exception {
            shell().run("tools", "demo");

            assertThat(in("bash", COMPLETE + "printf '%s\\n' \"${COMPREPLY[@]}\"", "fairlead ca"))
                    .isEqualTo("call\n");
            assertThat(in("bash", COMPLETE + "printf '%s\\n' \"${COMPREPLY[@]}\"", "fairlead call demo ec"))
                    .isEqualTo("echo\n");
        }

        @Test
        void takesHostileNamesForWordsAndNothingElse() throws Exception {
            shell().server("fake", server(HOSTILE).transport()).run("tools", "fake");

            // What a person would run after having taken each candidate: it has to be one word, the name itself.
            var out = in("bash", COMPLETE + """
                set -o histexpand
                for one in "${COMPREPLY[@]}"; do
                  eval "words=($one)"
                  printf '%s %s\\n' "${#words[@]}" "${words[0]}"
                done
                """, "fairlead call fake ");

            assertThat(out.lines().toList())
                    .containsExactlyElementsOf(
                            HOSTILE.stream().map("1 "::concat).toList());
            assertThat(folder.resolve("canary")).doesNotExist();
            for (var start : List.of("fairlead call fake \"", "fairlead call fake '")) {
                var quote = start.substring(start.length() - 1);
                var quoted = in("bash", COMPLETE + """
                    for one in "${COMPREPLY[@]}"; do
                      eval "words=(%1$s$one%1$s)"
                      printf '%%s\\n' "${#words[@]}"
                    done
                    """.formatted(quote.equals("\"") ? "\\\"" : "'"), start);
                assertThat(quoted.lines().distinct().toList()).containsExactly("1");
            }
            assertThat(folder.resolve("canary")).doesNotExist();
        }

        @Test
        void executesNothingThatIsTyped() throws Exception {
            shell();

            in("bash", COMPLETE, "fairlead call $(touch canary) `touch canary` ");

            assertThat(folder.resolve("canary")).doesNotExist();
        }
    }

    @Test
    void zshCompletes() throws Exception {
        shell().run("tools", "demo");
        assumeInstalled("zsh");
        var out = in("zsh", """
            autoload -Uz compinit && compinit -u
            source <(fairlead completion zsh)
            compadd() { print -rl -- $names; }
            words=(fairlead call demo ec) CURRENT=4
            _fairlead
            """);
        assertThat(out).contains("echo");
    }

    @Test
    void fishCompletes() throws Exception {
        shell().run("tools", "demo");
        assumeInstalled("fish");
        assertThat(in("fish", "fairlead completion fish | source; complete -C 'fairlead call demo ec'"))
                .contains("echo");
    }

    private static void assumeInstalled(String shell) {
        InstalledProgram.reasonToSkip(shell).ifPresent(why -> Assumptions.abort(why));
    }

    @Test
    void noServerIsEverStarted() throws Exception {
        var shell = shell();
        var servers = Json.object();
        servers.set("calc", ServersTest.command(DemoServer.command()));
        ServersTest.write(home.resolve("fairlead.json"), servers);

        typed(shell, "fairlead call calc ");
        typed(shell, "fairlead call calc add a=");

        assertThat(ProcessHandle.current().children().count()).isZero();
    }
}
