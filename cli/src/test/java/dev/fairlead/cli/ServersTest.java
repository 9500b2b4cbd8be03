package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How configured servers are shown. */
@Timeout(120)
@Tag("thorough")
final class ServersTest {
    @TempDir
    Path folder;

    private Path home;
    private final ObjectNode servers = Json.object();

    @BeforeEach
    void open() {
        home = folder.resolve("home");
    }

    static ObjectNode command(List<String> words) {
        var json = Json.object().put("command", words.getFirst());
        var arguments = json.putArray("args");
        words.subList(1, words.size()).forEach(arguments::add);
        return json;
    }

    /** Makes a folder that is its owner's alone, as the one with the tokens has to be. */
    static Path ownFolder(Path place) throws Exception {
        Files.createDirectories(place);
        if (Files.getFileStore(place).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx------"));
        }
        return place;
    }

    static Path write(Path file, ObjectNode servers) throws Exception {
        ownFolder(file.getParent());
        var document = Json.object();
        document.set("mcpServers", servers);
        return Files.writeString(file, Json.write(document));
    }

    /** Runs with the servers in the user's own file. */
    private Shell.Run run(String... words) throws Exception {
        write(own(), servers);
        return new Shell().home(home).run(words);
    }

    private Path own() {
        return home.resolve("fairlead.json");
    }

    private static JsonNode server(Shell.Run run, String name) {
        for (var server : Json.parse(run.out()).path("servers")) {
            if (server.path("name").stringValue("").equals(name)) {
                return server;
            }
        }
        throw new AssertionError(name + " is not in " + run.out());
    }

    @Test
    void whereNoneIsConfiguredItSaysWhereToPutAFile() {
        var shell = new Shell().home(home);

        var run = shell.run("servers");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("fairlead: no server is configured; name some in " + own() + " or ");
        var document = Json.parse(shell.run("servers", "--json").out());
        assertThat(document.path("success").booleanValue()).isTrue();
        assertThat(document.path("servers").isArray()).isTrue();
        assertThat(document.path("servers")).isEmpty();
        assertThat(document.path("places").path(0).stringValue()).isEqualTo(own().toString());
        assertThat(document.path("error").isNull()).isTrue();
    }

    @Test
    void whatIsReadyLazyOrDisabledIsWell() throws Exception {
        servers.set("demo server", command(DemoServer.command()));
        servers.set("later", command(List.of("never-started")).put("start", "lazy"));
        servers.set("off", command(List.of("never-started")).put("disabled", true));

        var run = run("servers");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out().lines().map(line -> line.replaceAll(" {2,}", "|")))
                .containsExactly(
                        "NAME|STATE|TOOLS|VIA|MCP|CONFIGURED IN",
                        "demo server|ready|9|stdio|2026-07-28|%s:1".formatted(own()),
                        "later|idle|-|stdio|-|%s:1".formatted(own()),
                        "off|disabled|-|stdio|-|%s:1".formatted(own()));
    }

    @Test
    void whatServersWriteBesideIsToldToWhoAsks() throws Exception {
        servers.set("here", command(DemoServer.command()));

        var run = run("servers", "-v");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("[here stderr] fairlead-demo: ready\n");
    }

    @Test
    void whatIsBadHasAReasonAndARemedy() throws Exception {
        servers.set("gone", command(List.of("fairlead-no-such-program")));
        servers.set("unset", command(List.of("sh", "${FAIRLEAD_NO_SUCH_VARIABLE}")));

        var run = run("servers");

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.err()).isEqualTo("fairlead: 2 of 2 servers cannot be used\n");
        var expected = List.of(
                "NAME|STATE|TOOLS|VIA|MCP|CONFIGURED IN",
                "gone|failed|-|stdio|-|%s:1".formatted(own()),
                "|why: Failed to start server: command 'fairlead-no-such-program' was not found on PATH"
                        + " (install it, add its folder to PATH, or give its full path)",
                "|do:|run 'fairlead doctor gone', or correct %s:1".formatted(own()),
                "unset|failed|-|stdio|-|%s:1".formatted(own()),
                "|why: Server 'unset' is not usable as configured: args[0] needs"
                        + " 'FAIRLEAD_NO_SUCH_VARIABLE', which is not set; set it in the environment, or give"
                        + " it a default",
                "|do:|run 'fairlead doctor unset', or correct %s:1".formatted(own()));
        assertThat(run.out().lines().map(line -> line.replaceAll(" {2,}", "|")).toList())
                .isEqualTo(expected);
    }

    @Test
    void nothingIsSaidOfWhatWouldComeNext() throws Exception {
        servers.set("ends", command(List.of("sh", "-c", "echo 'Error: no key' >&2; exit 3")));
        servers.set("closed", Json.object().put("url", "http://127.0.0.1:%d/mcp".formatted(closedPort())));

        var run = run("servers", "--json");

        assertThat(run.code()).isEqualTo(4);
        assertThat(server(run, "ends").path("reason").stringValue())
                .startsWith("server 'ends' exited with code 3 before it was ready; ")
                .endsWith("Error: no key")
                .doesNotContain("attempt", "carried out", "start it again", "initialize", "server/discover");
        assertThat(server(run, "ends").path("remedy").stringValue())
                .isEqualTo("run 'fairlead doctor ends', or correct %s:1".formatted(own()));
        assertThat(server(run, "closed").path("reason").stringValue())
                .startsWith("connecting to 'closed': nobody answers at its address")
                .doesNotContain("attempt", "carried out");
    }

    private static int closedPort() throws Exception {
        try (var once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return once.getLocalPort();
        }
    }

    @Test
    void serversMeetTheSameClientAsInAVisit() throws Exception {
        servers.set("picky", command(List.of("sh", script())));
        write(own(), servers);
        var shell = new Shell().home(home);

        var listed = server(shell.run("servers", "--json"), "picky");

        var tools = Json.parse(shell.run("tools", "picky", "--json").out()).path("tools");
        assertThat(tools.size()).isEqualTo(2);
        assertThat(listed.path("tools").intValue()).isEqualTo(2);
        assertThat(shell.run("doctor", "picky").out()).containsPattern("tools +2");
    }

    /** Writes a server with one tool more for clients that can be asked. */
    private String script() throws Exception {
        return Files.writeString(folder.resolve("picky.sh"), """
            more=
            while read -r line; do
                id=$(printf %s "$line" | sed -n 's/.*"id":\\([0-9]*\\|"[^"]*"\\).*/\\1/p')
                case $line in
                *'"initialize"'*)
                    case $line in *'"elicitation"'*'"sampling"'* | *'"sampling"'*'"elicitation"'*)
                        more=',{"name":"ask","inputSchema":{"type":"object"}}' ;;
                    esac
                    result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"picky","version":"1"}}' ;;
                *'"tools/list"'*) result='{"tools":[{"name":"say","inputSchema":{"type":"object"}}'$more']}' ;;
                *'"ping"'*) result='{}' ;;
                *) [ -z "$id" ] || echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"unknown"}}'
                    continue ;;
                esac
                echo '{"jsonrpc":"2.0","id":'"$id"',"result":'"$result"'}'
            done
            """).toString();
    }

    @Test
    void oneThatHangsIsShownAsConnectingAndKeepsNobodyElse() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            servers.set("hangs", Json.object().put("url", "http://127.0.0.1:%d/mcp".formatted(silent.getLocalPort())));
            servers.set("gone", command(List.of("fairlead-no-such-program")));

            var run = run("servers", "--json", "--timeout", "2s");

            assertThat(run.code()).isEqualTo(4);
            assertThat(server(run, "hangs").path("state").stringValue()).isEqualTo("connecting");
            assertThat(server(run, "hangs").path("usable").booleanValue(true)).isFalse();
            assertThat(server(run, "hangs").path("remedy").stringValue())
                    .isEqualTo("it did not become ready within 2 s; give it longer with --timeout, or run 'fairlead"
                            + " doctor hangs'");
            assertThat(server(run, "gone").path("state").stringValue()).isEqualTo("failed");
        }
    }

    @Test
    void waitingForOneThatHangsCanBeInterrupted() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            servers.set("hangs", Json.object().put("url", "http://127.0.0.1:%d/mcp".formatted(silent.getLocalPort())));
            write(own(), servers);
            var shell = new Shell().home(home);
            var running = shell.begin("servers", "--timeout", "10m");
            try (var asked = silent.accept()) {
                shell.interrupt();

                assertThat(running.get(60, TimeUnit.SECONDS))
                        .isEqualTo(new Shell.Run(130, "", "fairlead: interrupted\n"));
                assertThat(asked.isConnected()).isTrue();
            }
        }
    }

    @Test
    void mistakesInFilesAreTold() throws Exception {
        ownFolder(home);
        Files.writeString(own(), "{\n \"mcpServers\": {\n  \"a\": {\"command\": {}}\n }\n}\n");
        var shell = new Shell().home(home);

        var run = shell.run("servers");

        assertThat(run.code()).isEqualTo(9);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("fairlead: %s:3:".formatted(own())) && line.contains("command"))
                .contains("fairlead: the configuration has mistakes");
        var document = Json.parse(shell.run("servers", "--json").out());
        assertThat(document.path("error").path("type").stringValue()).isEqualTo("servers-unusable");
        var problem = document.path("problems").path(0);
        assertThat(problem.path("severity").stringValue()).isEqualTo("error");
        assertThat(problem.path("file").stringValue()).isEqualTo(own().toString());
        assertThat(problem.path("line").intValue()).isEqualTo(3);
        assertThat(problem.path("server").stringValue()).isEqualTo("a");
    }

    @Test
    void namesDoNotDriveTheTerminalAndDoNotEscapeIntoCommands() throws Exception {
        servers.set("a\u001b[2J'; rm -rf ~", command(List.of("fairlead-no-such-program")));
        var file = write(folder.resolve("project/x y.json"), servers);
        var shell = new Shell().home(home);

        var run = shell.run("servers", "--config", file.toString());

        assertThat(run.out()).doesNotContain("\u001b");
        assertThat(run.out())
                .contains(
                        "look at it with fairlead approve 'a\\u001b[2J'\\''; rm -rf ~' --config '%s'".formatted(file));
        assertThat(shell.run("servers", "--json", "--config", file.toString()).out())
                .doesNotContain("\u001b");
    }

    @Test
    void theEnvironmentCanNameOneServer() {
        var shell = new Shell().home(home).variable("MCP_SERVER_URL", "fairlead-no-such-program --flag");

        var run = shell.run("servers");

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.out()).contains("fairlead-no-such-program", "failed", "MCP_SERVER_URL");
    }

    @Test
    void aLoginCountsForConfiguredServersToo() throws Exception {
        try (var scene = new LoginScene(home)) {
            servers.set("guarded", Json.object().put("url", scene.url()));
            write(own(), servers);

            var before = scene.shell().run("servers", "--json");

            assertThat(before.code()).isEqualTo(4);
            assertThat(server(before, "guarded").path("state").stringValue()).isEqualTo("needs-login");
            assertThat(server(before, "guarded").path("remedy").stringValue())
                    .isEqualTo("run 'fairlead login guarded'");
            assertThat(scene.shell().run("call", "guarded", "greet").code()).isEqualTo(3);

            var login = scene.shell().run("login", "guarded", "--redirect-port", Integer.toString(scene.port()));
            assertThat(login.code()).as(login.err()).isZero();

            var after = scene.shell().run("servers", "--json");
            assertThat(after.code()).as(after.out()).isZero();
            assertThat(server(after, "guarded").path("state").stringValue()).isEqualTo("ready");
            assertThat(scene.shell().run("call", "guarded", "greet")).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
            assertThat(scene.run(scene.shell(), "call", "greet")).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
            assertThat(scene.shell().run("logout", "guarded").code()).isZero();
        }
    }
}
