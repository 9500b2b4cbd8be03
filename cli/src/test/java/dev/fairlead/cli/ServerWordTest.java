package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.frame.ServerWord;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A word means the same server to all verbs. */
@Timeout(120)
final class ServerWordTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        var servers = Json.object();
        servers.set("calc", ServersTest.command(DemoServer.command()));
        servers.set("odd#one", ServersTest.command(DemoServer.command()));
        ServersTest.write(home.resolve("fairlead.json"), servers);
    }

    @ParameterizedTest
    @CsvSource({
        "http://host/mcp#part, Address",
        "HTTPS://host, Address",
        "ftp://host, Name",
        "localhost:3000, Name",
        "server.py, Script",
        "a/b.jar, Script",
        "FILE#calc, InFile",
        "FILE#odd#one, InFile",
        "FILE#, Name",
        "nowhere.json#calc, Name",
        "demo, BuiltIn",
        "calc, Name",
        "'', Name"
    })
    void wordsAreToldApart(String word, String kind) {
        var typed = word.replace("FILE", home.resolve("fairlead.json").toString());

        assertThat(ServerWord.of(typed, Main.ofThisProcess(), List.of()))
                .extracting(meant -> meant.getClass().getSimpleName())
                .isEqualTo(kind);
    }

    @Test
    void whatWasTypedCountsBeforeWhatIsBuiltIn() {
        assertThat(ServerWord.of("demo", Main.ofThisProcess(), List.of(Path.of("x.json"))))
                .isEqualTo(new ServerWord.Name("demo"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"calc", "demo", "FILE#calc", "FILE#odd#one"})
    void allVerbsMeanTheSame(String word) {
        var typed = word.replace("FILE", home.resolve("fairlead.json").toString());
        var shell = new Shell().home(home);

        assertThat(shell.run("tools", typed).out()).contains("add(");
        var doctor = shell.run("doctor", typed);
        assertThat(doctor.code()).as(doctor.out()).isZero();
        assertThat(doctor.out().contains("fairlead.json:")).as(doctor.out()).isEqualTo(!word.equals("demo"));
        // The current server is another one, so that a word which is none would be taken for a tool.
        var lines = shell.input("use -- false\nuse demo\ncall %s add a=1 b=2\n".formatted(typed))
                .run("shell", "--keep-going");
        assertThat(lines.out()).as(lines.err()).isEqualTo("3\n");
    }
}
