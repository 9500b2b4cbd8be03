package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An option does what its help says, or is refused. */
@Timeout(120)
final class OptionsTest {
    @TempDir
    Path folder;

    private Shell shell() throws Exception {
        var home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        servers.set("calc", ServersTest.command(DemoServer.command()));
        ServersTest.write(home.resolve("fairlead.json"), servers);
        return new Shell()
                .server("fake", FaultyServer.whole(Era.MODERN).transport())
                .home(home);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "approve calc -v",
                "remove calc -v",
                "enable calc -v",
                "disable calc -v",
                "import -v",
                "whoami -v",
                "logout http://127.0.0.1:1/mcp -v",
                "shell -v",
                "completion bash -v",
                "add new http://127.0.0.1:1/mcp -v",
                "import --force",
                "import --dry-run",
                "import --yes",
                "import --scope project",
                "logout http://127.0.0.1:1/mcp --timeout 3s",
                "logout http://127.0.0.1:1/mcp --protocol 2025-06-18",
                "logout http://127.0.0.1:1/mcp --transport sse-only",
                "logout http://127.0.0.1:1/mcp --scope x",
                "logout http://127.0.0.1:1/mcp --no-browser",
                "policy --timeout 3s",
                "policy deny calc add -v",
                "policy allow calc --yes --protocol 2025-06-18",
                "policy forget calc --record x",
                "policy ask calc --answer a=b",
                "policy calc --root .",
                "policy calc --no-login",
                "policy calc --http2",
                "call fake one --raw --json",
                "call fake one --save . --json",
                "call fake one --save . --raw",
                "codegen fake --package a.b --output out --check --force"
            })
    void whatWouldBeOfNoUseIsRefused(String words) throws Exception {
        var run = shell().run(words.split(" "));

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        var option = List.of(words.split(" ")).stream()
                .filter(word -> word.startsWith("-"))
                .findFirst()
                .orElseThrow();
        assertThat(run.err() + run.out())
                .containsAnyOf(option, "--verbose", "nothing says from where", "--protocol", "--save", "--force");
    }

    @Test
    void doctorTellsEveryMessageOnWish() throws Exception {
        assertThat(shell().run("doctor", "fake").err()).doesNotContain("tools/list");
        assertThat(shell().run("doctor", "fake", "-v").err())
                .contains("[fake sent] {\"jsonrpc\":\"2.0\"", "\"method\":\"tools/list\"", "[fake received] ");
    }

    @Test
    void grepTellsWhoSaysWhat() throws Exception {
        assertThat(shell().run("grep", "add", "calc", "-v").err()).contains("[calc sent] ", "[calc received] ");
    }

    @Test
    void addTellsWhatIsSaidWhileItChecks() throws Exception {
        var words = new java.util.ArrayList<>(List.of("add", "new", "--check", "-v", "--"));
        words.addAll(DemoServer.command());
        var run = shell().run(words.toArray(String[]::new));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("[sent] ");
    }

    @Test
    void theShellHandsColoursAndTracesOn() throws Exception {
        assertThat(shell().input("tools fake\n").run("shell", "--color=always").out())
                .contains("\u001b[36mone");
        assertThat(shell().input("tools fake --color never\n")
                        .run("shell", "--color=always")
                        .out())
                .doesNotContain("\u001b");
        assertThat(shell().input("call fake nope\n").run("shell", "--debug").err())
                .contains("\tat dev.fairlead.");
        assertThat(shell().input("call fake nope\n").run("shell").err()).doesNotContain("\tat dev.fairlead.");
    }
}
