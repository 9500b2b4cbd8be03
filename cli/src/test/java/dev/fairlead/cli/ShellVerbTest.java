package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Lines of a pipe, run at servers that stay connected. */
@Timeout(120)
class ShellVerbTest {
    private static final ObjectNode ANY = Json.object().put("type", "object");

    private static FakeServer.Builder counting(AtomicInteger count, AtomicReference<FakeServer> self) {
        return FakeServer.named("fake")
                .tool(Tool.of("count", "Counts", ANY), call -> CallToolResult.ofText("" + count.incrementAndGet()))
                .tool(Tool.of("fail", "Fails", ANY), call -> CallToolResult.failure("no"))
                .tool(Tool.of("grow", "Grows", ANY), call -> {
                    self.get().add(Tool.of("late", "Late", ANY), late -> CallToolResult.ofText("late"));
                    return CallToolResult.ofText("grown");
                })
                .tool(Tool.of("crash", "Ends", ANY), call -> {
                    self.get().disconnect();
                    return CallToolResult.ofText("?");
                })
                .tool(
                        Tool.of("ask", "Asks", ANY),
                        call -> CallToolResult.ofText(Json.write(call.ask(new InputRequest.Form(
                                "Who?",
                                FormSchema.from(Json.parse(
                                        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}")),
                                null)))));
    }

    private static FakeServer server(Era era) {
        var self = new AtomicReference<FakeServer>();
        var server = counting(new AtomicInteger(), self).era(era).build();
        self.set(server);
        return server;
    }

    @Test
    void everyLineHasOneDocument() {
        var run = Shell.with(server(Era.MODERN))
                .input("nope\nuse fake\ncall count\nuse\nuse nosuch\nclose\nuse \uFFFD\n")
                .run("shell", "--json", "--keep-going");

        var documents = run.out().lines().map(Json::parse).toList();
        assertThat(documents.stream().map(one -> one.path("success").booleanValue()))
                .containsExactly(false, true, true, true, false, true, false);
        assertThat(documents.getFirst().path("error").path("message").stringValue())
                .startsWith("there is no verb 'nope'");
        assertThat(documents.get(3).path("current").stringValue()).isEqualTo("fake");
    }

    @EachEra
    void linesShareOneConnection(Era era) {
        var server = server(era);
        var run = Shell.with(server).input("""
            # a comment

            use fake
            call count
            fairlead call fake count
            call --timeout 9s count
            exit
            call fail
            """).run("shell");

        assertThat(run).isEqualTo(new Shell.Run(0, "1\n2\n3\n", ""));
        // A second connection would count from the beginning.
        assertThat(server.received().stream()
                        .filter(message -> message.toString().contains("tools/call"))
                        .map(message -> ((Request) message).id())
                        .distinct())
                .hasSize(3);
        Awaitility.await().until(() -> server.connections() == 0);
    }

    @Test
    void aServerWithAKeyInItsAddressStaysConnectedAndIsNotTakenForAnother() {
        var server = server(Era.LEGACY);
        try (var front = HttpFront.serving(server)) {
            var run = new Shell()
                    .input("use %s?key=1\ncall count\ncall count\ncall %s?key=2 count\nclose %s?key=2\n"
                            .formatted(front.url(), front.url(), front.url()))
                    .run("shell");

            assertThat(run).isEqualTo(new Shell.Run(0, "1\n2\n3\n", ""));
            assertThat(server.received())
                    .filteredOn(message -> message instanceof Request request
                            && request.method().equals("initialize"))
                    .hasSize(2);
        }
    }

    @Test
    void theFirstFailureEndsItUnlessToldOtherwise() {
        var lines = "call count\ncall fail\ncall nope\ncall count\n";
        var run = Shell.with(server(Era.MODERN)).input(lines).run("shell", "fake");
        assertThat(run.code()).isEqualTo(5);
        assertThat(run.out()).isEqualTo("1\n");
        assertThat(run.err())
                .endsWith("fairlead: line 2 failed with 5; those after it are not run (--keep-going runs them)\n");

        var further = Shell.with(server(Era.MODERN)).input(lines).run("shell", "fake", "--keep-going");
        assertThat(further.code()).isEqualTo(5);
        assertThat(further.out()).isEqualTo("1\n2\n");
    }

    @Test
    void jsonMayHaveManyLines() {
        var run = Shell.with(FakeServer.named("fake")
                        .tool(
                                Tool.of("echo", "Echoes", ANY),
                                call -> CallToolResult.ofText(Json.write(call.arguments())))
                        .build())
                .input("call fake echo --args {\n  \"a\": [1,\n  2]\n}\ncall fake echo b:={\"c\":\n3} \\\n d='x y'\n")
                .run("shell");

        assertThat(run).isEqualTo(new Shell.Run(0, "{\"a\":[1,2]}\n{\"b\":{\"c\":3},\"d\":\"x y\"}\n", ""));
    }

    @Test
    void whatIsNeverClosedIsAMistake() {
        var run = Shell.with(server(Era.MODERN))
                .input("call fake count\ncall fake echo 'x\n")
                .run("shell");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("fairlead: a quote or a bracket of line 2 is not closed\n");
    }

    @EachEra
    void aServerThatBrokeIsConnectedToAgain(Era era) {
        var server = server(era);
        var run =
                Shell.with(server).input("call count\ncall crash\ncall count\n").run("shell", "fake", "--keep-going");

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.out()).isEqualTo("1\n2\n");
    }

    @EachEra
    void changesAreTold(Era era) {
        var server = server(era);
        var shell = Shell.with(server).input("tools\ncall grow\n" + "ping --count 2\n".repeat(2) + "call late\n");
        var run = shell.run("shell", "fake");

        assertThat(run.code()).isZero();
        assertThat(run.out()).endsWith("late\n");
        assertThat(run.err()).contains("fairlead: server 'fake': its tools changed");
    }

    @Test
    void documentsForPrograms() {
        var run =
                Shell.with(server(Era.MODERN)).input("call count\ncall fail\n").run("shell", "fake", "--json");

        assertThat(run.out()).hasLineCount(2);
        run.out()
                .lines()
                .forEach(line ->
                        assertThat(Json.parse(line).path("tool").isString()).isTrue());
        assertThat(run.code()).isEqualTo(5);
    }

    @EachEra
    void questionsOfServersAreAnsweredByTheLineThatMadeThem(Era era) {
        var run = Shell.with(server(era))
                .input("call ask --answer n=1\ncall ask --answer n=2\ncall ask\n")
                .run("shell", "fake");

        assertThat(run.out().lines().toList())
                .containsExactly(
                        "{\"action\":\"accept\",\"content\":{\"n\":1}}",
                        "{\"action\":\"accept\",\"content\":{\"n\":2}}",
                        "{\"action\":\"decline\"}");
        assertThat(run.err()).contains("Nobody is here to answer");
    }

    @Test
    void wordsThatMakeNoSenseAreToldSo() {
        var run = Shell.with(server(Era.MODERN))
                .input("shell\nuse nope\nclose\nbad-verb\nuse\nuse fake\nuse\nclose\nclose\nhelp ping\n")
                .run("shell", "--keep-going");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).startsWith("none\nfake\n").contains("Usage: fairlead ping");
        assertThat(run.err())
                .contains(
                        "this is the shell already",
                        "there is no server named 'nope'",
                        "it is not connected; nothing is");
    }

    @Test
    void verbsForOtherClientsAreRefused() {
        var run = Shell.with(server(Era.MODERN))
                .input("use fake\nrecord t.ndjson\nreplay t.ndjson -- --http\nhelp record\n")
                .run("shell", "--keep-going");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("Usage: fairlead record");
        assertThat(run.err())
                .contains("'record' speaks with another client over stdin", "run 'fairlead replay' outside");
        // What serves on HTTP needs no input.
        assertThat(new Shell()
                        .input("replay no-such-file.ndjson --http\n")
                        .run("shell")
                        .err())
                .contains("no-such-file.ndjson")
                .doesNotContain("another client");
    }

    @Test
    void aChatIsHeldOutsideOfIt() {
        var run = Shell.with(DemoServer.script().build())
                .input("chat fake\nchat fake --once 'add 2 and 3'\n")
                .run("shell", "--keep-going");

        assertThat(run.err()).contains("run 'fairlead chat' outside of the shell");
        assertThat(run.out()).contains("answered: 5");
    }

    @Test
    void whatCannotBeConnectedToIsADocumentForPrograms() {
        var run = Shell.with(server(Era.MODERN)).input("close\n").run("shell", "--json", "--keep-going", "nosuch");

        assertThat(run.code()).isEqualTo(2);
        var documents = run.out().lines().map(Json::parse).toList();
        assertThat(documents)
                .hasSize(2)
                .allSatisfy(document ->
                        assertThat(document.path("success").booleanValue()).isFalse());
        assertThat(documents.getFirst().at("/error/message").stringValue()).contains("'nosuch'");
    }

    @Test
    @SuppressWarnings("JdkObsolete") // What else makes one stream of several that come late.
    void aServerThatIsConfiguredAnewIsConnectedToAnew(@TempDir Path folder) throws Exception {
        var home = ServersTest.ownFolder(folder.resolve("home"));
        configure(home, "one");
        var lines = "use mine\ncall count\ncall count\n";
        var run = new Shell()
                .home(home)
                .attendedBy(new SequenceInputStream(new Enumeration<>() {
                    private int given;

                    @Override
                    public boolean hasMoreElements() {
                        return given < 2;
                    }

                    @Override
                    public InputStream nextElement() {
                        given++;
                        if (given == 2) {
                            configure(home, "two");
                        }
                        return new ByteArrayInputStream((given == 1 ? lines : "call count\ncall count\nclose\nclose\n")
                                .getBytes(StandardCharsets.UTF_8));
                    }
                }))
                .run("shell");

        assertThat(run.out()).isEqualTo("1\n2\n1\n2\n");
        // The connection from before is gone too.
        assertThat(run.err()).contains("it is not connected; nothing is");
    }

    private static void configure(Path home, String value) {
        var root = Json.object();
        var entry = ServersTest.command(DemoServer.command());
        entry.putObject("env").put("V", value);
        root.putObject("mcpServers").set("mine", entry);
        try {
            Files.writeString(home.resolve("fairlead.json"), Json.write(root));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Test
    void commandsAreToldApartByTheirWords() {
        var one = demo("-Done=1 -Dtwo=2");
        var other = demo("-Done=1", "-Dtwo=2");
        var run = new Shell()
                .input("use %s\ncall count\nuse %s\ncall count\nclose\nuse %s\ncall count\n".formatted(one, other, one))
                .run("shell");

        assertThat(run).isEqualTo(new Shell.Run(0, "1\n1\n2\n", ""));
    }

    private static String demo(String... options) {
        var words = new ArrayList<>(DemoServer.command());
        words.addAll(1, List.of(options));
        return "-- " + words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }

    @Test
    void helpHasExamples() {
        assertThat(new Shell().run("shell", "--help").out())
                .contains("fairlead shell demo", "--keep-going", "Exit codes:");
    }
}
