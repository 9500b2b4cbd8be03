package dev.fairlead.cli;

import static dev.fairlead.cli.CommandProcess.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The command as a process of its own, with servers that files configure. */
@Timeout(240)
@Tag("thorough")
final class ConfiguredProcessTest {
    @TempDir
    Path folder;

    private Path home;
    private Path project;

    @BeforeEach
    void open() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        project = Files.createDirectories(folder.resolve("project"));
    }

    private Shell.Run run(String... words) throws Exception {
        var builder = CommandProcess.of(List.of("--enable-native-access=ALL-UNNAMED"), words)
                .directory(project.toFile());
        builder.environment().put("FAIRLEAD_HOME", home.toString());
        builder.environment()
                .keySet()
                .removeAll(List.of("FAIRLEAD_CONFIG", "MCP_SERVER_URL", "FAIRLEAD_NO_SUCH_VARIABLE"));
        return finish(builder.start());
    }

    private static Map<String, JsonNode> servers(Shell.Run run) {
        assertThat(run.out()).hasLineCount(1);
        var servers = new LinkedHashMap<String, JsonNode>();
        Json.parse(run.out())
                .path("servers")
                .forEach(server -> servers.put(server.path("name").stringValue(), server));
        return servers;
    }

    private static String state(Shell.Run run, String name) {
        return servers(run).get(name).path("state").stringValue();
    }

    @Test
    void goodAndBadServersAreShownBesideEachOther() throws Exception {
        var entries = Json.object();
        entries.set("good", ServersTest.command(DemoServer.command()));
        entries.set("missing", ServersTest.command(List.of("./no-such-script.sh")));
        entries.set("dead", Json.object().put("url", "http://127.0.0.1:%d/mcp".formatted(closedPort())));
        entries.set("off", ServersTest.command(List.of("sh")).put("disabled", true));
        entries.set("unset", ServersTest.command(List.of("sh", "${FAIRLEAD_NO_SUCH_VARIABLE}")));
        var file = ServersTest.write(home.resolve("fairlead.json"), entries);

        var run = run("servers", "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(4);
        var servers = servers(run);
        var states = servers.entrySet().stream()
                .map(server ->
                        server.getKey() + " " + server.getValue().path("state").stringValue())
                .toList();
        assertThat(states)
                .containsExactly("good ready", "missing failed", "dead waiting", "off disabled", "unset failed");
        var good = servers.get("good");
        assertThat(good.path("tools").intValue()).isPositive();
        assertThat(good.path("transport").stringValue()).isEqualTo("stdio");
        assertThat(good.path("protocolVersion").stringValue()).isEqualTo("2026-07-28");
        assertThat(good.path("reason").isNull()).isTrue();
        assertThat(good.path("configured").path("file").stringValue()).isEqualTo(file.toString());
        assertThat(good.path("configured").path("line").intValue()).isEqualTo(1);
        assertThat(good.path("configured").path("scope").stringValue()).isEqualTo("user");
        for (var bad : List.of("missing", "dead", "unset")) {
            assertThat(servers.get(bad).path("reason").stringValue()).isNotBlank();
            assertThat(servers.get(bad).path("remedy").stringValue()).contains(file + ":1");
        }
        assertThat(servers.get("dead").path("reason").stringValue()).contains("connection refused");
        var error = Json.parse(run.out()).path("error");
        assertThat(error.path("message").stringValue()).isEqualTo("3 of 4 servers cannot be used");
        assertThat(run("call", "good", "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a shell script")
    void aProjectStartsNothingBeforeSomebodyAgreedToExactlyThat() throws Exception {
        var marker = folder.resolve("started");
        var script = project.resolve("server.sh");
        Files.writeString(script, script(marker));
        ObjectNode entries = Json.object();
        entries.set("local", ServersTest.command(List.of("sh", "server.sh")));
        ServersTest.write(project.resolve("fairlead.json"), entries);

        var before = run("servers", "--json");

        assertThat(before.code()).isEqualTo(4);
        assertThat(state(before, "local")).isEqualTo("needs-approval");
        assertThat(servers(before).get("local").path("remedy").stringValue())
                .isEqualTo("look at it with 'fairlead approve local'");
        assertThat(run("call", "local", "add", "a=2", "b=3").code()).isEqualTo(8);
        var shown = run("approve", "local", "--json");
        assertThat(shown.code()).isEqualTo(8);
        assertThat(shown.out()).contains("server.sh");
        assertThat(marker).doesNotExist();

        var hash = Json.parse(shown.out()).path("hash").stringValue();
        assertThat(run("approve", "local", "--yes", hash).code()).isZero();
        assertThat(marker).doesNotExist();
        var after = run("servers", "--json");
        assertThat(after.code()).as(after.out()).isZero();
        assertThat(state(after, "local")).isEqualTo("ready");
        assertThat(marker).exists();
        assertThat(run("call", "local", "add", "a=2", "b=3")).isEqualTo(new Shell.Run(0, "5\n", ""));

        Files.delete(marker);
        Files.writeString(script, script(marker) + "# and something else\n");
        var changed = run("servers", "--json");
        assertThat(state(changed, "local")).isEqualTo("needs-approval");
        assertThat(run("tools", "local").err()).contains("is not what was agreed to");
        assertThat(marker).doesNotExist();
    }

    private static String script(Path marker) {
        return "touch '%s'\nexec %s\n"
                .formatted(
                        marker,
                        DemoServer.command().stream()
                                .map(word -> "'" + word + "'")
                                .collect(Collectors.joining(" ")));
    }

    /** Finds a port at which nobody listens: one that was free just now. */
    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
