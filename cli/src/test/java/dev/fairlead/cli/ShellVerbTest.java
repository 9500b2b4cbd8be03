package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    void helpHasExamples() {
        assertThat(new Shell().run("shell", "--help").out())
                .contains("fairlead shell demo", "--keep-going", "Exit codes:");
    }
}
