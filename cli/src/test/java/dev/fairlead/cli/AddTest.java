package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Configuring servers by what is typed. */
@Timeout(120)
final class AddTest {
    @TempDir
    Path folder;

    private Path home;
    private Path file;

    @BeforeEach
    void open() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        file = home.resolve("fairlead.json");
    }

    private Shell shell() {
        return new Shell().home(home);
    }

    private JsonNode entry(String name) throws Exception {
        return Json.parse(Files.readString(file)).path("mcpServers").path(name);
    }

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    @Test
    void aUrlGetsAName() throws Exception {
        var run = shell().variable("TOK", "t")
                .run(
                        "add",
                        "tracker",
                        "https://example.com/mcp",
                        "--header",
                        "X-Team: blue",
                        "--header-env",
                        "Authorization=Bearer TOK",
                        "--transport",
                        "http-only",
                        "--timeout",
                        "90s");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("added 'tracker' to %s:3\n".formatted(file))
                .contains("  connects to: https://example.com/mcp\n")
                .endsWith("next: fairlead tools tracker\n");
        assertThat(entry("tracker"))
                .isEqualTo(json(
                        "{'url':'https://example.com/mcp','strategy':'http-only','headers':{'X-Team':'blue'},'headersFromEnv':{'Authorization':'Bearer"
                            + " TOK'},'requestTimeout':'90s'}"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aCommandGetsANameAndIsFoundByIt() throws Exception {
        var words = new ArrayList<>(List.of("add", "calc", "--env", "A=b c", "--env-from", "KEY", "--check", "--"));
        words.addAll(DemoServer.command());

        var run = shell().variable("KEY", "value-of-key").run(words.toArray(String[]::new));

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .containsSubsequence("added 'calc' to ", "it answers: ", "next: fairlead tools calc\n")
                .containsOnlyOnce("next: ");
        assertThat(entry("calc").path("env")).isEqualTo(json("{'A':'b c','KEY':'${KEY}'}"));
        assertThat(Files.readString(file)).doesNotContain("value-of-key");
        assertThat(shell().variable("KEY", "x")
                        .run("call", "calc", "add", "a=2", "b=3")
                        .out())
                .contains("5");
    }

    @Test
    void whatCannotBeReachedStaysConfiguredAndIsTold() throws Exception {
        var run = shell().run("add", "dead", "--check", "--json", "--", "sh", "-c", "exit 3");

        assertThat(run.code()).isEqualTo(4);
        var document = Json.parse(run.out());
        assertThat(run.out()).hasLineCount(1);
        assertThat(document.path("changes").path(0).path("change").stringValue())
                .isEqualTo("added");
        assertThat(document.path("error").path("type").stringValue()).isEqualTo("server-exited");
        assertThat(entry("dead").path("command").stringValue()).isEqualTo("sh");
    }

    @Test
    void whoeverAddsWhatCannotBeReachedHearsWhatToDo() {
        var run = shell().run("add", "dead", "--check", "--", "sh", "-c", "exit 3");

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.out()).startsWith("added 'dead' to ").doesNotContain("next: ");
        assertThat(run.err())
                .endsWith("fairlead: 'dead' stays configured; 'fairlead doctor dead' looks for the cause\n");
    }

    @Test
    void aScriptRunsWithWhatItsEndingAsksFor() throws Exception {
        var script = Files.writeString(folder.resolve("my server.py"), "");

        var run = shell().run("add", "s", script.toString(), "--flag=1");

        assertThat(run.code()).isEqualTo(2); // An unknown option: arguments of the script go after --.
        assertThat(shell().run("add", "s", "--", script.toString(), "--flag=1").code())
                .isZero();
        assertThat(entry("s").path("command").stringValue()).contains("python");
        assertThat(entry("s").path("args")).isEqualTo(json("['%s','--flag=1']".formatted(script)));
        assertThat(shell().run("add", "t", folder.resolve("gone.py").toString()).code())
                .isEqualTo(4);
    }

    @Test
    void filesThatAreNamedFromHereAreFoundFromHere() throws Exception {
        shell().run("add", "m", "--", "cat", "pom.xml");

        assertThat(entry("m").path("cwd").stringValue())
                .isEqualTo(Path.of("").toAbsolutePath().toString());
    }

    @Test
    void anEntryIsTakenAsItsMakersPublishIt() throws Exception {
        var forms = List.of(
                "{'mcpServers': {'git': {'command': 'uvx', 'args': ['mcp-server-git']}}}",
                "{'servers': {'git': {'type': 'stdio', 'command': 'uvx', 'args': ['mcp-server-git']}}}",
                "{'git': {'command': 'uvx', 'args': ['mcp-server-git'],}, }",
                "'git': {'command': 'uvx', 'args': ['mcp-server-git']}",
                "{'name': 'git', 'command': 'uvx', 'args': ['mcp-server-git']}",
                "{'context_servers': {'git': {'command': 'uvx', 'args': ['mcp-server-git']}}} // for Zed");
        for (var form : forms) {
            var run = shell().run("add", "--force", "--entry", form.replace('\'', '"'));

            assertThat(run.code()).as(form + run.err()).isZero();
            assertThat(entry("git")).as(form).isEqualTo(json("{'command':'uvx','args':['mcp-server-git']}"));
        }
        var pasted = shell().input("{\"command\": \"uvx\"}").run("add", "other", "--entry", "-");
        assertThat(pasted.code()).isZero();
        assertThat(entry("other")).isEqualTo(json("{'command':'uvx'}"));
        assertThat(Files.readString(file)).contains("git");
    }

    @Test
    void questionsOfAnEntryComeWithItAndWhatHasNoEffectIsLeftOut() throws Exception {
        var run = shell().run("add", "--entry", json("""
            {'servers': {'gh': {'url': 'https://x/mcp', 'headers': {'Authorization': 'Bearer ${input:tok}'},
             'autoApprove': ['a']}}, 'inputs': [{'id': 'tok', 'type': 'promptString', 'password': true},
             {'id': 'other', 'type': 'promptString'}]}\
            """).toString());

        assertThat(run.err()).contains("left out, since it has no effect here: autoApprove");
        assertThat(Json.parse(Files.readString(file)).path("inputs"))
                .isEqualTo(json("[{'id':'tok','type':'promptString','password':true}]"));
    }

    @Test
    void aNameThatIsTakenIsReplacedOnlyByForce() throws Exception {
        shell().run("add", "a", "https://one.example/mcp");

        var run = shell().run("add", "a", "https://two.example/mcp");

        assertThat(run)
                .isEqualTo(new Shell.Run(
                        2,
                        "",
                        "fairlead: there is a server 'a' in %s:3 already; --force replaces it\n".formatted(file)));
        assertThat(shell().run("add", "a", "https://two.example/mcp", "--force").out())
                .startsWith("replaced 'a' in ");
        assertThat(entry("a").path("url").stringValue()).isEqualTo("https://two.example/mcp");
    }

    @Test
    void secretsAreWarnedAboutAndNeverPrinted() {
        var secret = "a1b2c3d4e5f6a7b8c9d0";
        var run = shell().run("add", "a", "--env", "API_KEY=" + secret, "--", "x", "--token", secret);
        var web = shell().run(
                        "add",
                        "b",
                        "https://h.example/mcp?key=" + secret,
                        "--header",
                        "Authorization=Bearer " + secret);

        assertThat(run.code() + web.code()).isZero();
        assertThat(run.err())
                .contains("args[1], env.API_KEY of 'a' looks like a secret")
                .contains("--env-from");
        assertThat(web.err()).contains("url, headers.Authorization of 'b' looks like a secret");
        assertThat(run.out() + run.err() + web.out() + web.err()).doesNotContain(secret);
        assertThat(shell().run("add", "c", "https://h.example/" + secret, "--json")
                        .out())
                .doesNotContain(secret);
    }

    @Test
    void programsGetOneDocument() {
        var run = shell().run("add", "a", "https://h.example/mcp", "--json");

        assertThat(run.out()).hasLineCount(1);
        var document = Json.parse(run.out());
        assertThat(document.path("server").path("target").stringValue()).isEqualTo("a");
        assertThat(document.path("changes"))
                .isEqualTo(json("[{'name':'a','change':'added','file':'%s','line':3}]".formatted(file)));
        assertThat(document.path("next")).isEqualTo(json("['fairlead tools a']"));
    }

    @Test
    void aBrokenFileIsRefusedAndStaysAsItIs() throws Exception {
        var broken = "{\n  \"mcpServers\": {,}\n}";
        Files.writeString(file, broken);

        var run = shell().run("add", "a", "https://h.example/mcp");

        assertThat(run.code()).isEqualTo(9);
        assertThat(run.err()).startsWith("fairlead: %s:2:".formatted(file)).endsWith("; it was not changed\n");
        assertThat(file).content().isEqualTo(broken);
    }

    @Test
    void anotherFileIsWrittenIfItIsOurs() throws Exception {
        var other = folder.resolve("team.json");
        var cursor = Files.createDirectories(folder.resolve(".cursor")).resolve("mcp.json");
        Files.writeString(cursor, "{}");

        var run = shell().run("add", "a", "https://h.example/mcp", "--config", other.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .endsWith("next: fairlead approve a --config %s\nnext: fairlead tools a --config %s\n"
                        .formatted(other, other));
        assertThat(other).content().contains("https://h.example/mcp");
        assertThat(shell().run("add", "a", "https://h.example/mcp", "--config", cursor.toString())
                        .err())
                .contains("is a file of Cursor, to which nothing is added");
        assertThat(cursor).content().isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "add | no name is typed; type 'fairlead add NAME URL'",
                "add a | nothing says how 'a' is reached",
                "add a npx | 'npx' is neither a URL nor a script; a program goes after --: 'fairlead add a -- npx'",
                "add demo https://h/ | a server cannot be called 'demo': that one is built in",
                "add https://h/mcp | a server cannot be called 'https://h/mcp': that is a URL",
                "add a ws://h/ | the URL of a server begins with http:// or https://",
                "add a https://h/ --env A=b | --env is for a program, which a URL is not; drop it",
                "add a --header A:b -- x | --header is for a server with a URL, which a program is not; drop it",
                "add a https://h/ -- x | 'https://h/' and the command after -- both say how it is reached",
                "add a --env A -- x | a variable is typed --env KEY=VALUE",
                "add a --env-from A=b -- x | --env-from takes the name of a variable",
                "add a https://h/ --transport x | --transport is one of http-first, sse-first, http-only, sse-only",
                "add a https://h/ --scope all | --scope is user or project, not 'all'",
                "add a -- | nothing follows --",
                "add a --entry {} | --entry holds no server that can be used",
            })
    void wrongUsageIsOneSentence(String line, String sentence) {
        var run = shell().run(line.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("fairlead: " + sentence).hasLineCount(1);
        assertThat(file).doesNotExist();
    }
}
