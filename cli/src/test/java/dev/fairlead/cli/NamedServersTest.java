package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are visited by their configured names. */
@Timeout(120)
final class NamedServersTest {
    @TempDir
    Path folder;

    private Path own;

    @BeforeEach
    void write() throws Exception {
        var servers = Json.object();
        servers.set("calc", ServersTest.command(DemoServer.command()));
        servers.set("demo", ServersTest.command(List.of("fairlead-not-this-one")));
        servers.set("off", ServersTest.command(List.of("sh")).put("disabled", true));
        servers.set("unset", ServersTest.command(List.of("sh", "${CALC_MODE}")));
        own = ServersTest.write(folder.resolve("home/fairlead.json"), servers);
    }

    private Shell shell() {
        return new Shell().home(folder.resolve("home"));
    }

    @Test
    void allVerbsFindThem() {
        assertThat(shell().run("call", "calc", "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));
        assertThat(shell().run("tools", "calc").out()).contains("add(a: number, b: number)");
        assertThat(shell().run("ping", "calc", "--count", "1").out()).startsWith("PING calc: fairlead-demo");
        var info = Json.parse(shell().run("info", "calc", "--json").out());
        assertThat(info.path("server").path("target").stringValue()).isEqualTo("calc");
        assertThat(info.path("success").booleanValue()).isTrue();
    }

    @Test
    void whatIsBuiltInCountsBeforeWhatIsFoundAndAfterWhatIsTyped() {
        assertThat(shell().run("call", "demo", "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));

        var typed = shell().run("tools", "demo", "--config", own.toString());

        assertThat(typed.code()).isEqualTo(4);
        assertThat(typed.err()).contains("fairlead-not-this-one");
    }

    @Test
    void aFileWithANameIsThatServerOfThatFile() {
        var calc = own + "#calc";
        assertThat(shell().run("call", calc, "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));
        assertThat(shell().run("tools", own + "#demo").err()).contains("fairlead-not-this-one");
        assertThat(shell().run("tools", own + "#sums").err())
                .isEqualTo("fairlead: %s has no server 'sums'; it has calc, demo, off, unset\n".formatted(own));
        assertThat(shell().run("tools", calc, "--config", own.toString()).err())
                .isEqualTo("fairlead: --config is for servers with a configured name, which one with its file is not;"
                        + " drop it\n");
        assertThat(shell().run("tools", calc, "x").err())
                .isEqualTo("fairlead: 'x' is one word too many; type fairlead tools '%s'\n".formatted(calc));
    }

    @Test
    void aFileMayHaveTheSignInItsName() throws Exception {
        var odd = folder.resolve("a#b.json");
        Files.copy(own, odd);
        var run = shell().run("call", odd + "#calc", "add", "a=2", "b=3");
        assertThat(run.code()).isEqualTo(8); // As any other file that is not the user's own.
        assertThat(run.err()).contains("nobody has agreed yet to what %s wants to start".formatted(odd));
        assertThat(shell().run("tools", folder.resolve("none.json") + "#calc").code())
                .isEqualTo(2);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script stands on a shell's exec")
    void aScriptNeedsNoDashes() throws Exception {
        var script = folder.resolve("sum.js");
        var words = DemoServer.command().stream()
                .map(word -> Json.write(Json.tree(word)))
                .collect(Collectors.joining(","));
        Files.writeString(
                script,
                "const [program, ...rest] = [%s];\n".formatted(words)
                        + "require('child_process').spawn(program, rest, {stdio: 'inherit'})\n"
                        + "    .on('exit', code => process.exit(code));\n");
        assertThat(shell().run("call", script.toString(), "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));
        assertThat(shell().run("tools", script.toString(), "x").err())
                .isEqualTo(
                        "fairlead: 'x' is one word too many; a script with its arguments goes after --: type 'fairlead tools -- %s x'\n"
                                .formatted(script));
    }

    @Test
    void variablesGetTheirValues() {
        var run = shell().run("tools", "unset", "--json");

        assertThat(run.code()).isEqualTo(9);
        var error = Json.parse(run.out()).path("error");
        assertThat(error.path("type").stringValue()).isEqualTo("configuration");
        assertThat(error.path("message").stringValue()).contains("args[0] needs 'CALC_MODE', which is not set");
        assertThat(shell().variable("CALC_MODE", "no-such.sh")
                        .run("tools", "unset")
                        .err())
                .contains("no-such.sh");
    }

    @Test
    void disabledOnesAreNotVisited() {
        assertThat(shell().run("tools", "off"))
                .isEqualTo(new Shell.Run(
                        2,
                        "",
                        "fairlead: server 'off' is disabled (%s:1); run 'fairlead enable off'\n".formatted(own)));
    }

    @Test
    void aFileThatCannotBeReadMayNameThem() throws Exception {
        var broken = folder.resolve("broken.json");
        Files.writeString(broken, "{\"mcpServers\": {\"calc\": }");

        var run = shell().run("tools", "calc", "--config", broken.toString());

        assertThat(run.code()).isEqualTo(9);
        assertThat(run.err())
                .contains("broken.json:1:")
                .contains("there is no server named 'calc' in what could be read; mend the file that could not");
        assertThat(shell().run("tools", broken + "#calc").code()).isEqualTo(9);
    }

    @Test
    void unknownNamesListTheKnown() {
        assertThat(shell().run("tools", "sums").err())
                .startsWith("fairlead: there is no server named 'sums', only demo, calc, off, unset; ");
        assertThat(shell().run("tools", "sums", "--config", own.toString()).err())
                .startsWith("fairlead: there is no server named 'sums', only calc, demo, off, unset; ");
    }

    @Test
    void mistypedNamesAreRecognized() {
        assertThat(shell().run("call", "clac", "add", "a=1").err())
                .isEqualTo("fairlead: there is no server named 'clac'; did you mean 'calc'?\n");
    }

    @Test
    void optionsForUrlsAreRefusedWhereThereIsNone() {
        assertThat(shell().run("tools", "calc", "--http2").err())
                .isEqualTo("fairlead: --http2 is for servers with a URL, which 'calc' is not; drop it\n");
        assertThat(shell().run("login", "calc").err())
                .isEqualTo("fairlead: only servers with a URL know logins; type 'fairlead login URL'\n");
    }
}
