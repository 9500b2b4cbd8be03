package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Finding tools across servers. */
@Timeout(120)
@Tag("thorough")
final class GrepTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        servers.set("one", ServersTest.command(DemoServer.command()));
        servers.set("two", ServersTest.command(DemoServer.command()).put("description", "x"));
        servers.withObject("/two").putArray("excludeTools").add("count");
        servers.set("off", ServersTest.command(List.of("sh")).put("disabled", true));
        servers.set("dead", ServersTest.command(List.of("sh", "-c", "exit 3")));
        ServersTest.write(home.resolve("fairlead.json"), servers);
    }

    private Shell.Run grep(String... words) {
        var all = new ArrayList<>(List.of("grep"));
        all.addAll(List.of(words));
        return new Shell().home(home).run(all.toArray(String[]::new));
    }

    @Test
    void allServersAreSearchedAndWhoeverCannotBeIsTold() {
        var run = grep("COUNTER");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("one  count()\n    Adds one to demo://counter\n");
        assertThat(run.err())
                .startsWith("fairlead: server 'dead' was not searched: ")
                .hasLineCount(1);
    }

    @Test
    void wordsNamesAndExpressionsFind() {
        assertThat(grep("adds one", "one").out()).startsWith("one  count()\n");
        assertThat(grep("a?d", "one").out())
                .startsWith("one  add(a: number, b: number)\n")
                .hasLineCount(2);
        assertThat(grep("/^adds.*counter$/", "one").out()).startsWith("one  count()\n");
        assertThat(grep("-E", "^COUNT$", "one").out()).startsWith("one  count()\n");
        assertThat(grep("dd", "one").out()).contains("add(", "count()");
    }

    @Test
    void whatIsFoundStandsInColumns() {
        var run = Shell.with(sailing("fake"))
                .server("longer", sailing("longer").transport())
                .run("grep", "sail", "fake", "longer");

        assertThat(run.out()).isEqualTo("fake    sail()\n    Sets it.\nlonger  sail()\n    Sets it.\n");
    }

    private static FakeServer sailing(String name) {
        return FakeServer.named(name)
                .tool(Tool.of("sail", "Sets it.", Json.object()), call -> CallToolResult.ofText("?"))
                .build();
    }

    @Test
    void theMatchStandsOutOnATerminal() {
        var run = new Shell()
                .home(home)
                .variable("CLICOLOR_FORCE", "1")
                .variable("FORCE_COLOR", "1")
                .run("grep", "counter", "one");

        assertThat(run.out()).contains("demo://\u001b[");
    }

    @Test
    void nothingFoundHasACodeOfItsOwn() {
        assertThat(grep("nothing-like-this", "one"))
                .isEqualTo(new Shell.Run(5, "", "fairlead: nothing is found for 'nothing-like-this' on 1 server\n"));
        var run = grep("nothing-like-this");
        assertThat(run.code()).isEqualTo(4);
        assertThat(run.err())
                .endsWith("nothing is found for 'nothing-like-this', and 1 of 3 servers could not be searched\n");
    }

    @Test
    void programsGetOneDocument() {
        var run = grep("add", "--json", "--prompts", "--resources");

        assertThat(run.out()).hasLineCount(1);
        var document = Json.parse(run.out());
        assertThat(document.path("searched").intValue()).isEqualTo(2);
        assertThat(document.path("unreachable").path(0).path("server").stringValue())
                .isEqualTo("dead");
        var first = document.path("matches").path(0);
        assertThat(first.path("server").stringValue()).isEqualTo("one");
        assertThat(first.path("kind").stringValue()).isEqualTo("tool");
        assertThat(first.path("signature").stringValue()).isEqualTo("add(a: number, b: number)");
        assertThat(Json.parse(grep("demo://*", "one", "--resources", "--json").out())
                        .path("matches")
                        .path(0)
                        .path("kind")
                        .stringValue())
                .isEqualTo("resource");
    }

    @Test
    void anExpressionThatTakesWithoutEndIsGivenUp() {
        var server = FakeServer.named("fake")
                .tool(Tool.of("t", "a".repeat(80) + "!", Json.object()), call -> CallToolResult.ofText("?"))
                .build();

        var run = Shell.with(server).run("grep", "/^(a|aa)+\\1$/", "fake");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("fairlead: the pattern takes too long on these texts");
    }

    @Test
    void nothingThatAServerWritesDrivesTheTerminal() {
        var server = FakeServer.named("fake")
                .tool(
                        Tool.of("evil\u001b[2J", "first\nfinds \u001b]0;title\u0007 \u202e me", Json.object()),
                        call -> CallToolResult.ofText("?"))
                .build();

        var run = Shell.with(server).run("grep", "finds", "fake");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("finds")
                .doesNotContain("\u001b", "\u0007", "\u202e")
                .hasLineCount(2);
    }
}
