package dev.fairlead.console.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.http.HttpStrategy;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What is copied can be run as it is, and gives no secret away. */
final class CopiedCallTest {
    private static final String SECRET = "sk-live-4f9aB7Qx2mZ8rT1vW6yK3pL0";
    private static final ObjectNode ODD =
            (ObjectNode) Json.parse("{\"text\":\"it's \\\"$HOME\\\" `x` \\\\ \\u00e9\\n€\"}");

    @TempDir
    private Path folder;

    private static CopiedServer here(Endpoint endpoint) {
        return new CopiedServer("my server", null, ServerConfig.of("my server", endpoint));
    }

    private static Endpoint.Command command() {
        return new Endpoint.Command(
                "node",
                List.of("it's.js", "--token", "hush", "--key=" + SECRET, "$${HOME}", "${PLACE}", SECRET),
                Map.of("API_KEY", SECRET),
                List.of("PASSED"),
                null,
                "/a folder",
                Endpoint.Inheritance.SAFE);
    }

    private static Endpoint.Address address() {
        return new Endpoint.Address(
                "https://example.com/mcp",
                HttpStrategy.HTTP_FIRST,
                Map.of("Authorization", "Bearer " + SECRET),
                Map.of("X-Tenant", "TENANT"),
                List.of(),
                null);
    }

    /** Returns what a shell makes of a line: the words after the name of the program. */
    private static List<String> words(String line) throws Exception {
        return words("sh", line);
    }

    private static List<String> words(String shell, String line) throws Exception {
        var script = "cd() { printf 'cd %s\\n' \"$1\"; }; fairlead() { printf '<%s>\\n' \"$@\"; }\n" + line;
        var builder = new ProcessBuilder(shell, "-u", "-c", script);
        builder.environment()
                .putAll(Map.of("SECRET_2", "s2", "SECRET_3", "s3", "SECRET_6", "s6", "API_KEY", "k", "PASSED", "p"));
        builder.environment().putAll(Map.of("PLACE", "a place", "SERVER_URL", "u"));
        var process = builder.redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.lines().toList();
    }

    @Test
    void aCommandIsWrittenAfterTheCallWithVariablesForSecrets() throws Exception {
        var line = CopiedCall.line(here(command()), "echo", Json.object().put("text", "it's"));

        assertThat(line).doesNotContain(SECRET).doesNotContain("hush");
        assertThat(words(line))
                .containsExactly(
                        "cd /a folder",
                        "<call>",
                        "<echo>",
                        "<--args>",
                        "<{\"text\":\"it's\"}>",
                        "<-->",
                        "<env>",
                        "<API_KEY=k>",
                        "<PASSED=p>",
                        "<node>",
                        "<it's.js>",
                        "<--token>",
                        "<s2>",
                        "<--key=s3>",
                        "<${HOME}>",
                        "<a place>",
                        "<s6>");
    }

    @Test
    void anAddressIsWrittenAsTheServer() throws Exception {
        assertThat(words(CopiedCall.line(here(address()), "echo", Json.object())))
                .containsExactly(
                        "<call>",
                        "<https://example.com/mcp>",
                        "<echo>",
                        "<--header-env>",
                        "<Authorization=AUTHORIZATION>",
                        "<--header-env>",
                        "<X-Tenant=TENANT>");
        var withKey = Endpoint.Address.of("https://user:" + SECRET + "@example.com/mcp");
        assertThat(words(CopiedCall.line(here(withKey), "echo", Json.object())))
                .containsExactly("<call>", "<u>", "<echo>");
    }

    @Test
    void whatHasANameIsCalledByIt() throws Exception {
        assertThat(words(CopiedCall.line(new CopiedServer("it's", null, null), "echo", ODD))
                        .getFirst())
                .isEqualTo("<call>");
        assertThat(CopiedCall.line(
                        new CopiedServer("files", Path.of("/a project/.mcp.json"), null), "echo", Json.object()))
                .isEqualTo("fairlead call files echo --config '/a project/.mcp.json'");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatDrivesATerminalIsEscaped() throws Exception {
        var tool = "a\u0015\rrm x\n\u001b[2J it's \\n $HOME \u202e\u0085\u2028b";
        var server = new CopiedServer("s\u0003", null, null);
        var line = CopiedCall.line(server, tool, Json.object());

        assertThat(line.codePoints())
                .noneMatch(point -> Character.isISOControl(point) || Character.getType(point) == Character.FORMAT);
        assertThat(String.join("\n", words("bash", line)))
                .isEqualTo("<call>\n<s\u0003>\n<%s>".formatted(tool.replace('\r', '\n')));
        var configured = ServerConfig.of("a", Endpoint.Command.of("x\u0003", "${MODE:-\u0015}", "${MODE:-fast}"));
        assertThat(CopiedCall.line(new CopiedServer("a", null, configured), "echo", Json.object()))
                .isEqualTo("fairlead call echo -- $'x\\003' \"${MODE:?}\" \"${MODE:-fast}\"");
    }

    static Stream<CopiedServer> servers() {
        return Stream.of(
                here(command()),
                here(address()),
                here(Endpoint.Address.of("https://example.com/mcp")),
                here(Endpoint.Command.of("node", "server.js")),
                new CopiedServer("files", null, null),
                new CopiedServer("files", Path.of("/a \"project\"/.mcp.json"), null));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theProgramCompiles(CopiedServer server) throws Exception {
        var program = CopiedCall.java(server, "echo", Json.object().put("text", "x".repeat(200_000)));

        assertThat(program).doesNotContain(SECRET).doesNotContain("hush");
        compile(program);
    }

    @Test
    void theProgramRuns() throws Exception {
        var command = DemoServer.command().stream()
                .map(word -> word.replace("$", "$$"))
                .toList();
        var endpoint = new Endpoint.Command(
                command.getFirst(),
                command.subList(1, command.size()),
                Map.of("LEVEL", "1"),
                List.of(),
                null,
                null,
                Endpoint.Inheritance.SAFE);
        var server = ServerConfig.builder("my server", endpoint)
                .description("Built in: demo")
                .build();
        compile(CopiedCall.java(new CopiedServer("my server", null, server), "echo", ODD));

        var program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        program,
                        "-Dstdout.encoding=UTF-8",
                        "-cp",
                        folder + File.pathSeparator + System.getProperty("java.class.path"),
                        "CallTool")
                .redirectError(folder.resolve("errors").toFile())
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(() -> errors(folder.resolve("errors"))).isZero();
        assertThat(said.strip()).isEqualTo(ODD.path("text").stringValue());
    }

    private static String errors(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void compile(String program) throws Exception {
        var file = Files.writeString(folder.resolve("CallTool.java"), program);
        var out = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        out,
                        out,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(code).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }
}
