package dev.fairlead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.NeedsPublishedServers;
import dev.fairlead.testkit.real.PublishedServers;
import dev.fairlead.testkit.real.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every verb, with the built program, against the servers that the protocol's authors publish. */
@ExtendWith({NeedsImage.class, NeedsPublishedServers.class, NeedsTerminal.class})
@Timeout(300)
@Tag("thorough")
final class EveryVerbTest {
    private static final Pattern VERB = Pattern.compile("(?m)^  ([a-z]+)  +\\S");

    @TempDir
    Path folder;

    private static ServerProcess server;

    private Program program;

    static Stream<Row> rows() {
        return Stream.of(
                Row.of("servers").ends(4).shows("everything", "ready", "fairlead-no-such-program"),
                Row.of("tools everything").shows("echo(message: string)", "Echoes back the input string"),
                Row.of("tools demo --json").shows("\"success\":true", "\"name\":\"add\""),
                Row.of("call everything get-sum a=2 b=3").shows("The sum of 2 and 3 is 5."),
                Row.of("call everything get-sum --a 2 --b x").ends(6).shows("must be a number, not 'x'"),
                Row.of("call everything get-sum --help").shows("--a NUMBER", "First number"),
                Row.of("call everything sum a=2").ends(5).shows("get-sum"),
                Row.of("call demo ask --answer name=Ada --answer colour=green").shows("Ada", "green"),
                Row.of("grep sum").shows("everything", "get-sum(a: number, b: number)"),
                Row.of("prompts everything").shows("args-prompt(city, state?)"),
                Row.of("prompt everything args-prompt city=Kiel").shows("What's weather in Kiel?"),
                Row.of("resources everything").shows("demo://resource/static/document/architecture.md"),
                Row.of("read everything demo://resource/static/document/architecture.md")
                        .shows("Everything Server – Architecture"),
                Row.of("templates everything").shows("demo://resource/dynamic/text/{resourceId}"),
                Row.of("complete everything completable-prompt department=E").shows("Engineering"),
                Row.of("info everything").shows("mcp-servers/everything", "2025-11-25 (legacy)", "offers"),
                Row.of("ping everything --count 2").shows("2 sent, 2 answered"),
                Row.of("watch everything --for 2s").shows("connected to 'everything'"),
                Row.of("tasks everything").shows("has no tasks"),
                Row.of("approve local --config project.json --deny").shows("server 'local' is denied"),
                Row.of("add files -- node server.js").shows("files", "fairlead.json"),
                Row.of("remove files").after("add files -- node server.js").shows("files"),
                Row.of("disable everything").shows("everything"),
                Row.of("enable everything").after("disable everything").shows("everything"),
                Row.of("import project.json --yes").shows("local", "fairlead.json"),
                Row.of("policy").after("policy deny everything get-env").shows("everything", "get-env", "deny"),
                Row.of("call everything get-env")
                        .after("policy deny everything get-env")
                        .ends(8)
                        .shows("get-env"),
                Row.of("doctor everything").shows("command", "handshake", "ok"),
                Row.of("doctor missing").ends(4).shows("fairlead-no-such-program"),
                Row.of("bench everything --calls 5").shows("5 pings answered", "p99"),
                Row.of("codegen everything --package a.b --output generated").shows("EchoArguments.java"),
                Row.of("record", "tools -- {fairlead} record traffic.ndjson -- {everything}")
                        .shows("echo(message: string)"),
                Row.of("replay", "call echo message=hi -- {fairlead} replay traffic.ndjson")
                        .after("call everything echo message=hi --record traffic.ndjson")
                        .shows("Echo: hi"),
                Row.of("shell everything")
                        .answered("everything> ", "call echo message=aye")
                        .answered("Echo: aye", "exit")
                        .shows("Echo: aye"),
                Row.of("console --port 0").ends(2).shows("--port is between 1 and 65535"), // see ConsoleTest
                Row.of("chat demo --once add(2,3)").shows("demo__add answered: 5"),
                Row.of("chat everything --yes")
                        .answered("Ctrl-D to leave", "get sum 20 and 3")
                        .answered("The sum of 20 and 3 is 23.", "/quit")
                        .shows("get-sum"),
                Row.of("login {url}").shows("lets everybody in"),
                Row.of("logout {url}").ends(3).shows("nobody is logged in"),
                Row.of("completion bash").shows("_fairlead"),
                Row.of("whoami").ends(3).shows("logged in"));
    }

    @BeforeAll
    static void start() {
        server = PublishedServers.everythingByUrl("streamableHttp");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void configure() throws IOException {
        var home = Files.createDirectory(
                folder.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        program = Program.in(home);
        var command = PublishedServers.command("everything");
        var servers = Json.object();
        var entry = servers.putObject("mcpServers").putObject("everything").put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        servers.withObject("mcpServers").putObject("missing").put("command", "fairlead-no-such-program");
        Files.writeString(home.resolve("fairlead.json"), Json.write(servers));
        Files.writeString(
                folder.resolve("project.json"), "{\"mcpServers\": {\"local\": {\"command\": \"friend-server\"}}}");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void inAPipe(Row row) throws Exception {
        prepare(row);
        var run = program.pipe(folder, row.typed(), words(row.line()));
        assertThat(run.code()).as("%s", run).isEqualTo(row.code());
        assertThat(run.out() + run.err()).contains(shown(row)).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void inATerminal(Row row) throws Exception {
        prepare(row);
        try (var terminal = new Terminal(folder, program.environment(), program.command(words(row.line())))) {
            for (var answer : row.answers()) {
                terminal.await(answer.seen());
                terminal.type(answer.typed());
            }
            assertThat(terminal.code()).as(terminal.screen()).isEqualTo(row.code());
            assertThat(terminal.screen()).contains(shown(row)).doesNotContain("connecting to");
        }
    }

    @Test
    void everyVerbIsHereAndInTheDocuments() throws Exception {
        var help = program.pipe(folder, "", List.of("--help"));
        var verbs = new TreeSet<String>();
        VERB.matcher(help.out()).results().forEach(found -> verbs.add(found.group(1)));
        assertThat(verbs).contains("tools", "call");
        var table = Files.readString(Path.of("..", "cli", "README.md"));
        assertThat(verbs).allSatisfy(verb -> assertThat(table).contains("`%s`".formatted(verb)));
        var tested = new TreeSet<String>();
        rows().forEach(row -> tested.add(row.verb()));
        assertThat(tested).containsAll(verbs);
    }

    private List<String> words(String line) {
        return Stream.of(line.split(" "))
                .flatMap(word -> switch (word) {
                    case "{fairlead}" -> program.words().stream();
                    case "{everything}" -> PublishedServers.command("everything").stream();
                    case "{url}" -> Stream.of(url());
                    default -> Stream.of(word);
                })
                .toList();
    }

    private static List<String> shown(Row row) {
        return row.shows().stream()
                .map(text -> text.equals("{url}") ? url() : text)
                .toList();
    }

    private static String url() {
        return "http://127.0.0.1:%s/mcp".formatted(server.ready());
    }

    private void prepare(Row row) throws Exception {
        for (var line : row.before()) {
            var run = program.pipe(folder, "", words(line));
            assertThat(run.code()).as("%s: %s", line, run).isZero();
        }
    }
}
