package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.FaultyServer.Fault;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The document of every verb says that it worked exactly where the exit code does. */
@Timeout(120)
final class DocumentsTest {
    // What these say is another client's; replay --http says one thing and stays.
    private static final Set<String> FOR_OTHERS = Set.of("record", "replay");

    private static final List<String> GOOD = List.of(
            "tools fake",
            "call fake one",
            "call fake long --task",
            "grep add calc",
            "prompts fake",
            "prompt fake greet",
            "resources fake",
            "read fake mem:/note",
            "templates fake",
            "complete fake greet name=x",
            "info fake",
            "ping fake --count 1",
            "watch fake --for 20ms",
            "tasks fake",
            "servers",
            "approve calc",
            "add new http://127.0.0.1:1/mcp",
            "remove calc",
            "enable calc",
            "disable calc",
            "import",
            "policy",
            "policy deny calc add",
            "policy allow calc add --yes",
            "policy forget calc",
            "shell",
            "chat fake --once tools",
            "doctor fake",
            "bench fake --calls 2",
            "codegen fake --package a.b --output OUT",
            "completion bash");

    private static final List<String> BAD = List.of(
            "tools nope",
            "call fake bad",
            "call fake nope",
            "call fake one x --args 7",
            "grep nothingofthatname calc",
            "prompts nope",
            "prompt fake nope",
            "resources nope",
            "read fake mem:/nope",
            "templates nope",
            "complete fake greet",
            "info nope",
            "ping fake --count 0",
            "watch fake --count 0",
            "tasks fake get nope",
            "servers --config NOWHERE",
            "approve nope",
            "add calc http://127.0.0.1:1/mcp",
            "add dead --check -- NOWHERE",
            "remove nope",
            "enable nope",
            "disable nope",
            "import nope",
            "policy lst",
            "policy deny nope add",
            "policy allow calc add",
            "shell nope",
            "login nope",
            "logout http://127.0.0.1:1/mcp",
            "whoami",
            "doctor nope",
            "chat nope --once hi",
            "console --port 0",
            "bench fake bad --calls 2",
            "codegen fake --package a.b --output OUT --check",
            "completion nope");

    @TempDir
    Path folder;

    static Stream<String> good() {
        return GOOD.stream();
    }

    static Stream<String> bad() {
        return BAD.stream();
    }

    private Shell.Run run(String words) throws Exception {
        var home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        servers.set("calc", ServersTest.command(DemoServer.command()));
        ServersTest.write(home.resolve("fairlead.json"), servers);
        var typed = words.replace("OUT", folder.resolve("out").toString())
                .replace("NOWHERE", folder.resolve("nowhere").toString());
        int command = typed.indexOf(" -- ");
        var whole = command < 0
                ? typed + " --json"
                : new StringBuilder(typed).insert(command, " --json").toString();
        return FaultyServer.shell(FaultyServer.whole(Era.LEGACY), "no/such", Fault.DEAD)
                .home(home)
                .input("tools fake\ncall fake one\n")
                .run(whole.split(" "));
    }

    private static boolean said(Shell.Run run) {
        var last = Json.parse(run.out().lines().toList().getLast());
        assertThat(last.path("success").isBoolean()).as(run.out()).isTrue();
        assertThat(last.path("error").isObject())
                .as(run.out())
                .isEqualTo(!last.path("success").booleanValue());
        return last.path("success").booleanValue();
    }

    @ParameterizedTest
    @MethodSource("good")
    void successIsTold(String words) throws Exception {
        var run = run(words);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(said(run)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void failureIsTold(String words) throws Exception {
        var run = run(words);

        assertThat(run.code()).as(run.out() + run.err()).isNotZero();
        assertThat(said(run)).isFalse();
    }

    @Test
    void everyVerbIsHere() {
        assertThat(verbs(BAD)).containsAll(without(FOR_OTHERS));
        // Whoever is let in has logged in somewhere, which other tests do, and a console does not end by itself.
        assertThat(verbs(GOOD))
                .containsAll(without(Set.of("record", "replay", "login", "logout", "whoami", "console")));
    }

    private static Set<String> verbs(List<String> rows) {
        return rows.stream()
                .map(row -> Arrays.asList(row.split(" ")).getFirst())
                .collect(Collectors.toSet());
    }

    private static Set<String> without(Set<String> others) {
        var all = new HashSet<>(Verbs.names());
        all.removeAll(others);
        return all;
    }

    /** The server goes on without an answer, so that either may be the faster one. */
    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "tools/call"})
    void whateverIsAskedBackTheDocumentAndTheExitCodeAgree(String method) {
        for (int i = 0; i < 20; i++) {
            var run = FaultyServer.shell(FaultyServer.whole(Era.LEGACY), method, Fault.ASKING)
                    .run("call", "fake", "one", "--json", "--answer", "age=old");
            assertThat(run.code()).as(run.err()).isIn(0, 6);
            assertThat(said(run)).as(run.toString()).isEqualTo(run.code() == 0);
        }
    }
}
