package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What files take from people, and from the keychain. */
@Timeout(120)
final class InputsTest {
    private static final String SECRET = "hunter2-and-more";

    @TempDir
    Path folder;

    private Path home;
    private Path seen;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        seen = folder.resolve("seen");
        var script = "printf '%s' \"$V\" > '" + seen + "'; exit 3";
        var servers = Json.object();
        servers.set("asks", ServersTest.command(List.of("sh", "-c", script.replace("$V", "$$V"))));
        servers.withObject("/asks").putObject("env").put("V", "${input:token}");
        servers.set("picks", servers.path("asks").deepCopy());
        servers.withObject("/picks").putObject("env").put("V", "${input:colour}");
        servers.set("keeps", servers.path("asks").deepCopy());
        servers.withObject("/keeps").putObject("env").put("V", "${keychain:token}");
        var root = Json.object();
        root.set("mcpServers", servers);
        root.set(
                "inputs",
                Json.parse(
                        "[{\"id\":\"token\",\"type\":\"promptString\",\"description\":\"a token\",\"password\":true},"
                            + "{\"id\":\"colour\",\"type\":\"pickString\",\"options\":[\"red\",\"blue\"],\"default\":\"blue\"}]"));
        Files.writeString(home.resolve("fairlead.json"), Json.write(root));
    }

    private Shell shell() {
        return new Shell().home(home);
    }

    @Test
    void aPasswordIsAskedForAndKeptIfThatIsWanted() throws Exception {
        var first = shell().password(SECRET).input("n\n").run("tools", "asks");

        assertThat(first.err()).contains("Server 'asks' needs token (a token): ", "Keep the answer for next time");
        assertThat(first.err() + first.out()).doesNotContain(SECRET);
        assertThat(seen).content().isEqualTo(SECRET);
        Files.delete(seen);
        assertThat(shell().run("tools", "asks").code()).isEqualTo(9);
        shell().password(SECRET).input("\n").run("tools", "asks");
        Files.delete(seen);
        var later = shell().run("tools", "asks");
        assertThat(later.code()).isEqualTo(4);
        assertThat(later.err()).doesNotContain("needs token");
        assertThat(seen).content().isEqualTo(SECRET);
    }

    @Test
    void whereNobodySitsTheVariableIsNamed() {
        var run = shell().input("guess\n").run("tools", "asks");

        assertThat(run.code()).isEqualTo(9);
        assertThat(run.err()).contains("env.V needs 'input:token'");
        assertThat(shell().password(SECRET).run("tools", "asks", "--json").code())
                .isEqualTo(9);
    }

    @Test
    void oneOfSeveralIsChosen() throws Exception {
        assertThat(shell().attended().input("green\n").run("tools", "picks").code())
                .isEqualTo(9);
        var run = shell().attended().input("\nn\n").run("tools", "picks");
        assertThat(run.err()).contains("needs colour, one of red, blue [blue]: ");
        assertThat(seen).content().isEqualTo("blue");
    }

    @Test
    void theKeychainIsAskedForWhatIsMeantForFilesAlone() {
        var keyring = new MemoryKeyring();
        keyring.write("fairlead", "token", "a key of ours");
        assertThat(shell().keyring(keyring)
                        .variable("FAIRLEAD_STORE_KEY", "")
                        .run("tools", "keeps")
                        .err())
                .contains("env.V needs 'keychain:token'");
        keyring.write("fairlead-config", "token", SECRET);
        assertThat(shell().keyring(keyring).run("tools", "keeps").code()).isEqualTo(4);
        assertThat(seen).content().isEqualTo(SECRET);
    }

    @Test
    void whatWasKeptIsUsedWhereAllServersAreShown() throws Exception {
        shell().password(SECRET).input("\n").run("tools", "asks");
        Files.delete(seen);
        var keyring = new MemoryKeyring();
        keyring.write("fairlead-config", "token", "of the keychain");

        var run = shell().keyring(keyring).attended().input("red\n").run("servers", "--json");

        var states = Json.parse(run.out()).path("servers");
        assertThat(states.path(0).path("reason").asString("")).doesNotContain("input:token");
        assertThat(states.path(1).path("reason").asString("")).contains("input:colour");
        assertThat(states.path(2).path("reason").asString("")).doesNotContain("keychain:token");
        assertThat(seen).content().isIn(SECRET, "of the keychain");
        assertThat(run.out() + run.err()).doesNotContain(SECRET);
    }
}
