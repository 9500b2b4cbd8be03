package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agreeing to what a project's file wants to start. */
@Timeout(120)
final class ApproveTest {
    private static final String AGREED =
            "fairlead: server 'files' may be started from now on, exactly as shown; any change of that asks again\n";

    @TempDir
    Path folder;

    private Path file;
    private Path script;

    @BeforeEach
    void write() throws Exception {
        var project = folder.resolve("project");
        script = Files.writeString(Files.createDirectories(project).resolve("server.sh"), "exit 3\n");
        var servers = Json.object();
        var whole = "x".repeat(5_000);
        servers.set("files", ServersTest.command(List.of("sh", script.toString(), whole)));
        file = ServersTest.write(project.resolve("fairlead.json"), servers);
    }

    private Shell shell() {
        return new Shell().home(folder.resolve("home"));
    }

    private Shell.Run approve(Shell shell, String... more) {
        return shell.run(words("approve", more));
    }

    private String[] words(String verb, String... more) {
        var words = new ArrayList<>(List.of(verb, "files", "--config", file.toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private String hash() {
        return Json.parse(approve(shell(), "--json").out()).path("hash").stringValue();
    }

    /** Tells whether it is started now, which ends it with code 3. */
    private boolean starts() {
        var run = shell().run(words("tools"));
        boolean refused = run.err().contains("was not started: ");
        assertThat(run.code()).isEqualTo(refused ? ExitCode.DECLINED.code() : ExitCode.UNREACHABLE.code());
        assertThat(run.err())
                .contains(refused ? "'fairlead approve files --config " + file + "'" : "exited with code 3");
        return !refused;
    }

    @Test
    void aPersonSeesAllOfItAndAgrees() {
        assertThat(starts()).isFalse();

        var run = approve(shell().attended().input("y\n"));

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("runs: sh\n", "  argument: " + script + "\n", "x".repeat(5_000), "hash: ", script.toString());
        assertThat(run.err()).isEqualTo("May it be started like this from now on? [y/N] " + AGREED);
        assertThat(starts()).isTrue();
        var again = approve(shell());
        assertThat(again.code()).isZero();
        assertThat(again.err()).isEqualTo("fairlead: server 'files' was approved before, exactly as it is now\n");
    }

    @Test
    void anythingButYesIsNo() {
        for (var answer : new String[] {"\n", "n\n", "maybe\n", ""}) {
            var run = approve(shell().attended().input(answer));

            assertThat(run.code()).isEqualTo(8);
            assertThat(run.err()).endsWith("fairlead: server 'files' was not started: nobody agreed\n");
        }
        assertThat(starts()).isFalse();
    }

    @Test
    void whereNobodyCanBeAskedTheHashHasToBeTyped() {
        var run = approve(shell());

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err())
                .isEqualTo(
                        "fairlead: nobody can be asked here; to agree to just this, run 'fairlead approve files --config %s --yes %s'\n"
                                .formatted(file, hash()));
        assertThat(approve(shell(), "--yes", hash()))
                .matches(done -> done.code() == 0 && done.err().equals(AGREED));
        assertThat(starts()).isTrue();
    }

    @Test
    void theHashOfSomethingElseAgreesToNothing() throws Exception {
        var seen = hash();
        Files.writeString(script, "exit 4\n");

        var run = approve(shell(), "--yes", seen);

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.err()).contains("what would be started is not what that hash was shown for");
        assertThat(starts()).isFalse();
    }

    @Test
    void aChangeAsksAgain() throws Exception {
        approve(shell(), "--yes", hash());
        assertThat(starts()).isTrue();
        Files.writeString(script, "# changed\nexit 3\n");

        assertThat(starts()).isFalse();
        var run = approve(shell().attended().input("yes\n"));
        assertThat(run.err())
                .isEqualTo("This is not what was agreed to before. May it be started like this from now on? [y/N] "
                        + AGREED);
        assertThat(starts()).isTrue();
    }

    @Test
    void aDenialHoldsUntilSomebodyAgrees() throws Exception {
        approve(shell(), "--yes", hash());

        var denied = approve(shell(), "--deny");

        assertThat(denied.code()).isZero();
        assertThat(denied.out()).as("nothing has to be looked at").isEmpty();
        assertThat(denied.err())
                .isEqualTo(
                        "fairlead: server 'files' is denied, whatever its file says; approve it to take that back\n");
        assertThat(starts()).isFalse();
        Files.writeString(script, "# changed\nexit 3\n");
        assertThat(starts()).isFalse();
        var run = approve(shell().attended().input("y\n"));
        assertThat(run.err()).startsWith("This was denied before. May it be started");
        assertThat(starts()).isTrue();
    }

    @Test
    void whatIsDecidedAndStartedIsWrittenDown() throws Exception {
        assertThat(starts()).isFalse();
        approve(shell(), "--yes", hash());
        assertThat(starts()).isTrue();
        approve(shell(), "--deny");

        var lines = Files.readAllLines(folder.resolve("home").resolve("audit.ndjson"));
        assertThat(lines.stream().map(line -> Json.parse(line).path("kind").stringValue()))
                .containsExactly("denial", "grant", "start", "denial");
        assertThat(lines)
                .allMatch(line -> Json.parse(line).path("server").stringValue().equals("files")
                        && Json.parse(line).path("what").stringValue().contains(file.toString()));
    }

    @Test
    void nothingThatAProjectWritesIsHiddenFromWhoeverDecides() throws Exception {
        var servers = Json.object();
        servers.set(
                "files",
                ServersTest.command(List.of("npx", "-y", "totally-not-evil-mcp-2", "--token", "a1b2c3d4e5f6a7b8c9")));
        file = ServersTest.write(file, servers);

        assertThat(approve(shell()).out())
                .contains("totally-not-evil-mcp-2", "a1b2c3d4e5f6a7b8c9")
                .doesNotContain("•");
    }

    @Test
    void whatNobodyCanReadBeforeIsNotAgreedTo() throws Exception {
        var servers = Json.object();
        var many = new ArrayList<>(List.of("sh", script.toString()));
        for (int i = 0; i < 900; i++) {
            many.add("x".repeat(200));
        }
        servers.set("files", ServersTest.command(many));
        file = ServersTest.write(file, servers);

        var run = approve(shell().attended().input("y\n"));

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("fairlead: what server 'files' would start is too long to be read here before somebody"
                        + " agrees (")
                .endsWith("nothing was decided, and 'fairlead approve files --config %s --deny' keeps it from being"
                                .formatted(file)
                        + " started\n");
        assertThat(approve(shell(), "--yes", hash()).code()).isEqualTo(8);
        assertThat(starts()).isFalse();
        assertThat(approve(shell(), "--deny").err()).contains("server 'files' is denied");
    }

    @Test
    void programsGetOneDocument() {
        var undecided = approve(shell().attended().input("y\n"), "--json");

        assertThat(undecided.code()).isEqualTo(8);
        assertThat(undecided.err()).isEmpty();
        var document = Json.parse(undecided.out());
        assertThat(document.path("success").booleanValue(true)).isFalse();
        assertThat(document.path("server").path("target").stringValue()).isEqualTo("files");
        assertThat(document.path("decision").stringValue()).isEqualTo("none");
        assertThat(document.path("proposal").path(0).stringValue()).isEqualTo("server: files");
        assertThat(document.path("error").path("type").stringValue()).isEqualTo("declined");
        var hash = document.path("hash").stringValue();
        var wrong = Json.parse(approve(shell(), "--json", "--yes", "ab").out());
        assertThat(wrong.path("error").path("type").stringValue()).isEqualTo("start-refused");
        for (var expected : List.of("approved", "already")) {
            var run = approve(shell(), "--json", "--yes", hash);
            assertThat(run.code()).isZero();
            assertThat(Json.parse(run.out()).path("decision").stringValue()).isEqualTo(expected);
            assertThat(Json.parse(run.out()).path("error").isNull()).isTrue();
        }
        var denied = Json.parse(approve(shell(), "--json", "--deny").out());
        assertThat(denied.path("decision").stringValue()).isEqualTo("denied");
        assertThat(denied.path("hash").isNull()).isTrue();
    }

    private void writeTwo() throws Exception {
        var servers = Json.object();
        servers.set("one", ServersTest.command(List.of("sh", "-c", "exit 1")));
        servers.set("two", ServersTest.command(List.of("sh", "-c", "exit 2")));
        servers.set("off", ServersTest.command(List.of("sh")).put("disabled", true));
        file = ServersTest.write(file, servers);
    }

    @Test
    void severalAreShownAndDecidedOneAfterTheOther() throws Exception {
        writeTwo();

        var run = shell().attended().input("y\nn\n").run("approve", "--all", "--config", file.toString());

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.out()).containsSubsequence("server: one", "exit 1", "hash: ", "server: two", "exit 2", "hash: ");
        assertThat(run.out()).doesNotContain("server: off");
        assertThat(run.err())
                .contains("server 'one' may be started", "server 'two' was not started: nobody agreed")
                .endsWith("fairlead: nothing was decided about 1 of 2 servers\n");
        var again = shell().attended().input("y\n").run("approve", "one", "two", "--config", file.toString(), "--json");
        var approvals = Json.parse(again.out()).path("approvals");
        assertThat(approvals.path(0).path("decision").stringValue()).isEqualTo("already");
        assertThat(approvals.path(1).path("error").path("type").stringValue()).isEqualTo("declined");
        assertThat(again.code()).isEqualTo(8);
        var denied = shell().run("approve", "one", "two", "--deny", "--config", file.toString());
        assertThat(denied.code()).isZero();
        assertThat(shell().run("tools", "one", "--config", file.toString()).err())
                .contains("was denied");
    }

    @Test
    void allAreNotAllWhereAFileCannotBeRead() throws Exception {
        Files.writeString(file, "{\"mcpServers\": {");

        var run = shell().run("approve", "--all", "--json", "--config", file.toString());

        assertThat(run.code()).isEqualTo(9);
        var document = Json.parse(run.out());
        assertThat(document.path("success").booleanValue()).isFalse();
        assertThat(document.path("approvals").isEmpty()).isTrue();
        assertThat(document.path("error").path("message").stringValue())
                .startsWith("the configuration has mistakes")
                .contains(file.getFileName().toString());
        assertThat(shell().run("approve", "--all", "--config", file.toString()).err())
                .contains("the configuration has mistakes")
                .doesNotContain("needs approval");
    }

    @Test
    void oneUnknownNameDecidesNothing() throws Exception {
        writeTwo();

        assertThat(shell().run("approve", "one", "three", "--deny", "--config", file.toString())
                        .code())
                .isEqualTo(2);
        assertThat(shell().run("tools", "one", "--config", file.toString()).err())
                .contains("nobody has agreed yet");
    }

    @Test
    void onesOwnServersNeedNone() throws Exception {
        var servers = Json.object();
        servers.set("mine", ServersTest.command(List.of("sh")));
        var own = ServersTest.write(folder.resolve("home/fairlead.json"), servers);

        var run = shell().run("approve", "mine");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("fairlead: server 'mine' is your own, and needs no approval\n");
        assertThat(shell().run("approve", "mine", "--deny"))
                .matches(refused -> refused.code() == 2
                        && refused.err()
                                .equals(
                                        "fairlead: server 'mine' is your own; to keep it from starting, disable it in %s:1\n"
                                                .formatted(own)));
        assertThat(shell().run("approve", "min"))
                .isEqualTo(new Shell.Run(
                        2,
                        "",
                        "fairlead: there is no server named 'min' in the configuration; did you mean 'mine'?\n"));
    }

    @Test
    void aStoreThatCannotBeUsedIsSaidToBeSo() throws Exception {
        var home = ServersTest.ownFolder(folder.resolve("home"));
        Files.writeString(home.resolve("fairlead.db"), "no database at all, but something else that is longer");

        var run = approve(shell(), "--json");

        assertThat(run.code()).isEqualTo(9);
        assertThat(Json.parse(run.out()).path("error").path("type").stringValue())
                .isEqualTo("store");
    }
}
