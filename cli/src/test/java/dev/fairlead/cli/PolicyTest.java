package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may be called. */
@Timeout(120)
@Tag("thorough")
final class PolicyTest {
    @TempDir
    Path folder;

    private Path home;
    private Path file;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        var calc = ServersTest.command(DemoServer.command());
        calc.putArray("excludeTools").add("coun*");
        servers.set("calc", calc);
        file = ServersTest.write(home.resolve("fairlead.json"), servers);
    }

    private Shell shell() {
        return new Shell().home(home);
    }

    private static Shell.Run add(Shell shell) {
        return shell.run("call", "calc", "add", "a=2", "b=3");
    }

    @Test
    void whatTheConfigurationSwitchesOffIsNeitherListedNorCalled() {
        assertThat(shell().run("tools", "calc").out()).contains("add(").doesNotContain("count(");
        var run = shell().run("call", "calc", "count");
        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err())
                .isEqualTo(
                        "fairlead: tool 'count' of server 'calc' is switched off in %s:1 (includeTools, excludeTools or tools)\n"
                                .formatted(file));
        assertThat(shell().run("policy").out()).contains("calc", "coun*", "off", file + ":1");
    }

    @Test
    void aDenialHoldsUntilItIsForgotten() {
        assertThat(add(shell()).code()).isZero();
        var denied = shell().run("policy", "deny", "calc", "add");
        assertThat(denied)
                .isEqualTo(new Shell.Run(
                        0,
                        "",
                        "fairlead: tool 'add' of server 'calc': denied, until 'fairlead policy forget calc add'\n"));
        assertThat(add(shell().attended().input("y\n")))
                .isEqualTo(new Shell.Run(
                        8,
                        "",
                        "fairlead: tool 'add' of server 'calc': denied; 'fairlead policy forget calc add'"
                                + " takes that back\n"));
        assertThat(shell().run("policy", "ask", "calc", "add").code()).isEqualTo(8);
        assertThat(shell().run("policy", "allow", "calc", "add", "--yes").code())
                .isEqualTo(8);
        var document = Json.parse(shell().run("policy", "calc", "--json").out());
        assertThat(document.path("rules").path(1).path("decision").stringValue())
                .isEqualTo("deny");
        assertThat(document.path("rules").path(1).path("place").stringValue())
                .isEqualTo(home.resolve("fairlead.db").toString());
        assertThat(shell().run("policy", "forget", "calc").err()).contains("nothing is decided any more");
        assertThat(add(shell()).code()).isZero();
    }

    @Test
    void somebodyIsAskedWhereThatIsWanted() {
        shell().run("policy", "ask", "calc");

        var alone = add(shell());
        assertThat(alone.code()).isEqualTo(8);
        assertThat(alone.err()).contains("somebody is to be asked at every call", "nobody can be asked here");
        assertThat(add(shell().attended().input("n\n")).code()).isEqualTo(8);
        var agreed = add(shell().attended().input("y\n"));
        assertThat(agreed.code()).isZero();
        assertThat(agreed.err()).contains("Call tool 'add' of server 'calc' now? [y/N] ");
        // The rule of a tool goes before that of its server.
        assertThat(shell().run("policy", "allow", "calc", "add", "--yes").code())
                .isZero();
        assertThat(add(shell()).code()).isZero();
    }

    @Test
    void allowingForGoodNeedsAConfirmation() {
        assertThat(shell().run("policy", "allow", "calc", "add").code()).isEqualTo(8);
        var no = shell().attended().input("\n").run("policy", "allow", "calc", "add");
        assertThat(no.code()).isEqualTo(8);
        assertThat(no.out()).contains("add(a: number, b: number)", "definition: {", "\"inputSchema\":{", "hash: ");
        assertThat(shell().attended()
                        .input("y\n")
                        .run("policy", "allow", "calc")
                        .code())
                .isZero();
        assertThat(shell().run("policy", "list").out()).contains("(all)", "allow");
    }

    @Test
    void aChangedDefinitionIsToldAndCanBeAccepted() {
        try (var store = Stores.sqlite(home.resolve("fairlead.db"))) {
            var gate = ToolGate.asking(store, Approver.NOBODY, AuditLog.none());
            var old = ToolDefinition.of(Tool.of("add", "Adds nothing", Json.object()));
            assertThat(gate.accept(null, "calc", old, old.hash())).isTrue();
        }

        var run = add(shell());
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .contains(
                        "tool 'add' of server 'calc' is not defined as it was approved",
                        "/description",
                        "Adds nothing");
        var accepted = shell().run("policy", "accept", "calc", "add", "--yes");
        assertThat(accepted.code()).isZero();
        assertThat(accepted.out()).contains("/description");
        assertThat(add(shell()).err()).isEmpty();
    }

    @Test
    void mistakesAreOneSentence() {
        assertThat(shell().run("policy", "deny").code()).isEqualTo(2);
        assertThat(shell().run("policy", "deny", "calcc").err()).contains("did you mean 'calc'?");
        assertThat(shell().run("policy", "allow", "calc", "ad", "--yes").code()).isEqualTo(5);
        assertThat(shell().run("policy", "forget", "calc").err()).contains("nothing was decided");
        assertThat(shell().run("policy", "a", "b", "c").code()).isEqualTo(2);
    }

    @Test
    void aWordThatIsNoneIsNotTakenForAServer() {
        var typo = shell().run("policy", "lst");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err())
                .isEqualTo("fairlead: 'lst' is neither a word of 'fairlead policy' (list, allow, ask, deny, forget,"
                        + " accept) nor a server in the configuration (calc); did you mean 'list'?\n");
        assertThat(shell().run("policy", "denny", "calc", "add").err()).contains("did you mean 'deny'?");
        assertThat(shell().run("policy", "calc", "add").err()).contains("'add' is one word too many");
        assertThat(shell().run("policy", "list", "other").err())
                .contains("there is no server named 'other' in the configuration; it has calc");
        assertThat(shell().run("policy", "list", "calc").code()).isZero();
    }

    @Test
    void aRuleOfAServerThatIsGoneIsStillListed() throws Exception {
        shell().run("policy", "deny", "calc", "add");
        ServersTest.write(file, Json.object());

        assertThat(shell().run("policy", "calc").out()).contains("add", "deny");
        assertThat(shell().run("policy", "list", "calc").out()).contains("add", "deny");
    }

    @Test
    void whatIsTooLongToBeReadIsNeitherAllowedNorAccepted() throws Exception {
        var server = FakeServer.named("long")
                .tool(
                        Tool.of("t", "d".repeat(100_000), Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("done"))
                .build();
        try (var front = HttpFront.serving(server)) {
            var servers = Json.object();
            servers.putObject("long").put("url", front.url());
            ServersTest.write(file, servers);
            for (var word : List.of("allow", "accept")) {
                for (var run : List.of(
                        shell().attended().input("y\n").run("policy", word, "long", "t"),
                        shell().run("policy", word, "long", "t", "--yes"))) {
                    assertThat(run.code()).as(word).isEqualTo(8);
                    assertThat(run.err())
                            .contains("too long to be read here before somebody agrees", "policy deny long t");
                    assertThat(run.out()).isEmpty();
                }
            }
            assertThat(shell().run("policy", "list").out()).doesNotContain("allow");
        }
    }

    @Test
    void whatWasApprovedOfDefinitionsIsForgottenToo() throws Exception {
        shell().run("policy", "allow", "calc", "add", "--yes");
        shell().run("policy", "accept", "calc", "echo", "--yes");

        assertThat(shell().run("policy", "forget", "calc", "add").err())
                .isEqualTo(
                        "fairlead: tool 'add' of server 'calc': nothing is decided any more, and what was approved of"
                                + " 1 definition is forgotten\n");
        assertThat(shell().run("policy", "forget", "calc").err()).contains("1 definition is forgotten");
        assertThat(shell().run("policy", "forget", "calc").err()).contains("nothing was decided about");
        try (var store = Stores.sqlite(home.resolve("fairlead.db"))) {
            assertThat(store.keys("pin/")).isEmpty();
        }
    }

    @Test
    void aPlaceThatOthersMayChangeIsRefusedInClearWords() throws Exception {
        shell().run("policy", "deny", "calc", "add");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        try {
            for (var words :
                    List.of("policy", "policy deny calc echo", "policy forget calc", "call calc add a=1 b=2")) {
                var run = shell().run(words.split(" "));
                assertThat(run.code()).as(words + run).isEqualTo(9);
                assertThat(run.err())
                        .startsWith("fairlead: what was decided about starts and calls cannot be read or kept: ")
                        .contains(home.toString());
            }
        } finally {
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(add(shell()).code()).isEqualTo(8);
    }

    @Test
    void callsThatAreTypedAreWrittenDown() throws Exception {
        assertThat(add(shell()).code()).isZero();
        assertThat(shell().run("call", "calc", "count").code()).isEqualTo(8);
        shell().run("policy", "deny", "calc", "add");
        assertThat(add(shell()).code()).isEqualTo(8);
        assertThat(shell().run("call", "demo", "add", "a=1", "b=2").code()).isZero();

        var entries = Files.readAllLines(home.resolve("audit.ndjson")).stream()
                .map(Json::parse)
                .toList();
        assertThat(entries.stream()
                        .map(entry -> "%s %s"
                                .formatted(
                                        entry.path("kind").asString(),
                                        entry.path("tool").asString())))
                .containsExactly("call add", "denial count", "denial add", "denial add");
        assertThat(entries.getFirst().path("what").stringValue()).isEqualTo("typed");
        assertThat(entries.getFirst().path("names")).isEqualTo(Json.parse("[\"a\",\"b\"]"));
        assertThat(entries.getFirst().toString()).doesNotContain("\"a\":");
    }
}
