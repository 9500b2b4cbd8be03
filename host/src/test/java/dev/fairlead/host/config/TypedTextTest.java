package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One text for a server is taken for what it most likely is, and what it is not is said in words. */
class TypedTextTest {
    @TempDir
    Path folder;

    private PastedServers pasted;

    @BeforeEach
    void prepare() {
        pasted = new PastedServers(folder, folder.resolve("pasted.json"));
    }

    private TypedText of(String text) {
        return TypedText.of(text, folder, pasted, null);
    }

    @Test
    void nothingIsNothing() {
        assertThat(of("  ").kind()).isEqualTo(TypedText.Kind.EMPTY);
    }

    @Test
    void aScriptRunsByWhatItsEndingAsksFor() throws Exception {
        Files.writeString(folder.resolve("my server.py"), "");

        var text = of("my server.py");

        assertThat(text.kind()).isEqualTo(TypedText.Kind.SCRIPT);
        var command = (Endpoint.Command) text.servers().getFirst().endpoint();
        assertThat(command.arguments()).contains(folder.resolve("my server.py").toString());
        assertThat(of("missing.py").problem()).isEqualTo("File not found: " + folder.resolve("missing.py"));
        assertThat(of(folder + "/").problem()).contains("is a folder");
    }

    @Test
    void aCommandIsSplitAsAShellWouldAndNothingInItIsAVariable() {
        var text = of("sh -c 'echo $HOME'");

        assertThat(text.kind()).isEqualTo(TypedText.Kind.COMMAND);
        var command = (Endpoint.Command) text.servers().getFirst().endpoint();
        assertThat(command.arguments()).containsExactly("-c", "echo $$HOME");
        assertThat(of("no-such-program-at-all x").problem()).contains("was not found");
        assertThat(of("sh 'unclosed").kind()).isEqualTo(TypedText.Kind.PROBLEM);
        assertThat(of("sh\nrm").kind()).isEqualTo(TypedText.Kind.PROBLEM);
    }

    @Test
    void aScriptThatAnInterpreterWouldNotFindIsToldBeforeAnythingStarts() throws Exception {
        Files.writeString(folder.resolve("there.sh"), "");
        var missing = "File not found: " + folder.resolve("missing.sh");

        assertThat(of("sh missing.sh").problem()).isEqualTo(missing);
        assertThat(of("/bin/sh -x missing.sh --port 1").problem()).isEqualTo(missing);
        assertThat(of("sh /nope/server.sh").problem()).isEqualTo("File not found: /nope/server.sh");
        assertThat(Launchers.missingScript(List.of("python3.12", "/nope/server.py"), folder))
                .hasValue(Path.of("/nope/server.py"));
        assertThat(Launchers.missingScript(List.of("node", "--inspect", "dist/index.mjs"), folder))
                .hasValue(folder.resolve("dist/index.mjs"));
        for (var fine : List.of(
                "sh there.sh", "sh -c missing.sh", "sh", "sh notes.txt", "ls missing.sh", "sh run missing.sh")) {
            assertThat(of(fine).problem()).as(fine).isNull();
        }
        assertThat(Launchers.missingScript(List.of("python3", "-m", "server.py"), folder))
                .isEmpty();
    }

    @Test
    void anAddressIsNamedAfterItsHost() {
        var text = of("https://example.com/mcp?key=$x");

        assertThat(text.kind()).isEqualTo(TypedText.Kind.URL);
        assertThat(text.servers().getFirst().name()).isEqualTo("example.com");
        assertThat(((Endpoint.Address) text.servers().getFirst().endpoint()).url())
                .endsWith("key=$$x");
        assertThat(of("ftp://example.com").kind()).isEqualTo(TypedText.Kind.PROBLEM);
        assertThat(of("https://").kind()).isEqualTo(TypedText.Kind.PROBLEM);
    }

    @Test
    void jsonOfAnyProductIsReadWithOneServerOrMany() {
        assertThat(of("{\"command\":\"sh\"}").servers()).hasSize(1);
        assertThat(of("{\"mcpServers\":{\"a\":{\"command\":\"sh\"},\"b\":{\"url\":\"https://x.example\"}}}")
                        .servers())
                .extracting(ServerConfig::name)
                .containsExactlyInAnyOrder("a", "b");
        assertThat(of("\"a\": {\"command\":\"sh\"}").servers()).hasSize(1);
        assertThat(of("{\"nothing\":true}").kind()).isEqualTo(TypedText.Kind.PROBLEM);
        assertThat(of("{broken").problem()).contains("cannot be read");
    }
}
