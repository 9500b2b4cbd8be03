package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.trust.FailingStore;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What files configure, as a host takes it over. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class HostConfigTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final Store store = Stores.memory();
    private Path project;
    private Path home;
    private Path script;

    @BeforeEach
    void aProjectWithAServer() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        home = folder.resolve("home");
        Files.createDirectories(settings().getParent());
        script = ShellServer.in(folder);
    }

    @Test
    void nothingThatAProjectNamesIsStartedBeforeSomebodyAgreed() throws Exception {
        Files.writeString(project.resolve("fairlead.json"), servers(entry("s")));
        try (var host = open(Map.of())) {
            awaitState(host, "s", "needs-approval");
            assertThat(host.call("s__t", null).error())
                    .contains("needs-approval")
                    .contains("approve");
            assertThat(host.approveStart("s", "0".repeat(64), Scope.ALWAYS)).isFalse();
            awaitState(host, "s", "needs-approval");
            assertThat(started("s")).isEmpty();

            var proposal = host.proposal("s");
            assertThat(String.join("\n", proposal.describe())).contains("sh").contains(script.toString());
            assertThat(host.approveStart("s", proposal.hash(), Scope.ALWAYS)).isTrue();

            assertThat(host.call("s__t", null)).satisfies(HostConfigTest::isDone);
            assertThat(started("s")).hasSize(1);
        }
        try (var again = open(Map.of())) {
            assertThat(again.call("s__t", null)).as("agreed to for good").satisfies(HostConfigTest::isDone);
        }
    }

    @Test
    void whatWasAllowedToAServerOfOneProjectIsNotToOneOfAnother() throws Exception {
        var other = Files.createDirectories(folder.resolve("other"));
        for (var place : List.of(project, other)) {
            Files.writeString(
                    place.resolve("fairlead.json"), servers("\"s\": {\"command\": \"sh\", \"args\": [\"x.sh\"]}"));
        }
        try (var host = open(Map.of())) {
            assertThat(host.gate().grants().allowServer(null, "s", Scope.ALWAYS, true))
                    .isTrue();
            var grants = host.gate().grants();
            assertThat(grants.list(null)).hasSize(1).allMatch(grants::holds);
        }
        var search = ConfigSearch.of(Map.of(), home, other, "Linux");
        try (var host = Host.builder().configured(search).store(store).open()) {
            var grants = host.gate().grants();
            assertThat(grants.list(null)).hasSize(1).noneMatch(grants::holds);
        }
        try (var again = open(Map.of())) {
            var grants = again.gate().grants();
            assertThat(grants.list(null)).hasSize(1).allMatch(grants::holds);
        }
    }

    @Test
    void aStoreThatFailsIsToldInItsWordsAndTriedAgain() throws Exception {
        Files.writeString(project.resolve("fairlead.json"), servers(entry("s")));
        var search = ConfigSearch.of(Map.of(), home, project, "Linux");
        try (var host =
                Host.builder().configured(search).store(new FailingStore()).open()) {
            awaitState(host, "s", "waiting");
            assertThat(host.server("s").orElseThrow().reason())
                    .contains("what is kept for it cannot be used: disk on fire")
                    .contains("attempt 2 follows")
                    .doesNotContain("Exception");
            assertThat(started("s")).isEmpty();
        }
    }

    @Test
    void consentToOneStartStartsTheWholePool() throws Exception {
        var pooled = entry("s").replaceFirst("\\{", "{\"pool\": 3, ");
        var endless = entry("endless").replaceFirst("\\{", "{\"pool\": 2000000000, ");
        Files.writeString(project.resolve("fairlead.json"), servers(endless, pooled));
        try (var host = open(Map.of())) {
            awaitState(host, "s", "needs-approval");
            assertThat(host.configuration().problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.text()).contains("endless.pool", "from 1 to 64"));
            assertThat(host.server("endless")).isEmpty();

            assertThat(host.approveStart("s", host.proposal("s").hash(), Scope.ONCE))
                    .isTrue();

            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> host.server("s").orElseThrow().lanes(), List.of("ready", "ready", "ready")::equals);
            assertThat(started("s")).hasSize(3);
            kill(started("s").getFirst());
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> host.server("s").orElseThrow().lanes().contains("needs-approval"));
            assertThat(started("s")).hasSize(3);
        }
    }

    @Test
    void aScriptThatChangedIsNotStartedAgain() throws Exception {
        Files.writeString(project.resolve("fairlead.json"), servers(entry("s")));
        try (var host = open(Map.of())) {
            awaitState(host, "s", "needs-approval");
            assertThat(host.approveStart("s", host.proposal("s").hash(), Scope.ALWAYS))
                    .isTrue();
            awaitState(host, "s", "ready");

            Files.writeString(script, "# more\n" + Files.readString(script));
            kill(started("s").getFirst());

            awaitState(host, "s", "needs-approval");
            assertThat(host.server("s").orElseThrow().reason()).contains("is not what was agreed to");
            assertThat(host.call("s__t", null).success()).isFalse();
            assertThat(started("s")).hasSize(1);

            assertThat(host.approveStart("s", host.proposal("s").hash(), Scope.ALWAYS))
                    .isTrue();
            assertThat(host.call("s__t", null)).satisfies(HostConfigTest::isDone);
            assertThat(started("s")).hasSize(2);
        }
    }

    @Test
    void aProjectsFileThatChangedHasToBeAgreedToAnew() throws Exception {
        var file = Files.writeString(project.resolve("fairlead.json"), servers(entry("s")));
        try (var host = open(Map.of())) {
            awaitState(host, "s", "needs-approval");
            assertThat(host.approveStart("s", host.proposal("s").hash(), Scope.ALWAYS))
                    .isTrue();
            awaitState(host, "s", "ready");
            var process = started("s").getFirst();

            Files.writeString(file, servers(entry("s", "more")));

            awaitState(host, "s", "needs-approval");
            assertThat(host.catalog().tools()).isEmpty();
            assertThat(ShellServer.alive(process)).isFalse();
            assertThat(started("s")).hasSize(1);
        }
    }

    @Test
    void anEditAddsTakesAwayAndChangesExactlyThoseServers() throws Exception {
        var file = settings();
        Files.writeString(file, servers(entry("kept"), entry("gone"), entry("changed")));
        try (var host = open(Map.of())) {
            for (var name : List.of("kept", "gone", "changed")) {
                awaitState(host, name, "ready");
            }
            var kept = started("kept").getFirst();
            var gone = started("gone").getFirst();
            var changed = started("changed").getFirst();

            Files.writeString(file, servers(entry("added"), entry("changed", "more"), entry("kept")));

            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(host.catalog().tools().stream().map(tool -> tool.name()))
                                    .containsExactlyInAnyOrder("kept__t", "changed__t", "added__t"));
            assertThat(host.servers().stream().map(ServerStatus::name))
                    .containsExactlyInAnyOrder("kept", "changed", "added");
            assertThat(started("kept")).as("untouched").containsExactly(kept);
            assertThat(ShellServer.alive(kept)).isTrue();
            assertThat(ShellServer.alive(gone)).isFalse();
            assertThat(ShellServer.alive(changed)).isFalse();
            assertThat(started("changed")).hasSize(2);
            assertThat(started("added")).hasSize(1);
        }
    }

    @Test
    void aFileThatBreaksLeavesTheServersAsTheyWereAndTellsWhereItIsBroken() throws Exception {
        var file = settings();
        Files.writeString(file, servers(entry("s")));
        try (var host = open(Map.of())) {
            awaitState(host, "s", "ready");

            Files.writeString(file, """
                {
                  "mcpServers": {
                    "s": oops
                """);
            var broken = awaitProblem(host);
            assertThat(broken.file()).isEqualTo(file);
            assertThat(broken.line()).isEqualTo(3);

            Files.writeString(file, """
                {
                  "mcpServers": {
                    "s": {
                      "command": "sh",
                      "args": 7
                    }
                  }
                }
                """);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> awaitProblem(host).field().equals("mcpServers.s.args"));
            var wrong = awaitProblem(host);
            assertThat(wrong.file()).isEqualTo(file);
            assertThat(wrong.line()).isEqualTo(5);
            assertThat(wrong.server()).isEqualTo("s");

            assertThat(host.call("s__t", null)).satisfies(HostConfigTest::isDone);
            assertThat(started("s")).as("the process that there was").hasSize(1);

            Files.writeString(file, servers(entry("s"), entry("new")));
            awaitState(host, "new", "ready");
            assertThat(host.configuration().problems()).isEmpty();
            assertThat(started("s")).hasSize(1);
        }
    }

    @Test
    void aVariableThatIsNotSetIsNamedWithItsField() throws Exception {
        Files.writeString(settings(), """
            {"mcpServers": {"s": {"command": "sh", "args": ["x.sh"], "env": {"KEY": "${FAIRLEAD_NO_SUCH_VARIABLE}"}}}}
            """);
        try (var host = open(Map.of())) {
            awaitState(host, "s", "failed");
            assertThat(host.server("s").orElseThrow().reason())
                    .contains("FAIRLEAD_NO_SUCH_VARIABLE")
                    .contains("env")
                    .contains("KEY");
        }
    }

    @Test
    void oneVariableConfiguresOneServer() throws Exception {
        var line = "sh '%s' s".formatted(script);
        try (var host = open(Map.of("MCP_SERVER_URL", line))) {
            assertThat(host.servers()).hasSize(1);
            assertThat(host.settled(LIMIT)).isTrue();
            assertThat(host.call("t", null)).satisfies(HostConfigTest::isDone);
        }
        var server = FakeServer.named("remote")
                .tool(Tool.of("far", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("away"))
                .build();
        try (var front = HttpFront.serving(server);
                var host = open(Map.of("MCP_SERVER_URL", front.url()))) {
            assertThat(host.settled(LIMIT)).isTrue();
            assertThat(host.call("far", null).text()).isEqualTo("away");
        }
    }

    /** Returns the user's own file, which nobody has to agree to. */
    private Path settings() {
        return home.resolve(".config").resolve("fairlead").resolve("fairlead.json");
    }

    private Host open(Map<String, String> environment) {
        return Host.builder()
                .configured(ConfigSearch.of(environment, home, project, "Linux"))
                .store(store)
                .patience(LIMIT)
                .open();
    }

    private static void isDone(HostResult result) {
        assertThat(result.text()).as("%s", result.error()).isEqualTo("done");
    }

    private static String servers(String... entries) {
        return "{\"mcpServers\": {\n" + String.join(",\n", entries) + "\n}}\n";
    }

    private String entry(String name, String... further) {
        var entry = Json.object().put("command", "sh");
        var arguments = entry.putArray("args");
        arguments.add(script.toString()).add(name);
        List.of(further).forEach(arguments::add);
        return "\"%s\": %s".formatted(name, Json.write(entry));
    }

    /** Returns the processes that were started for a server, oldest first. */
    private List<String> started(String name) throws IOException {
        return ShellServer.started(folder, name);
    }

    private static void kill(String process) {
        ProcessHandle.of(Long.parseLong(process)).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static void awaitState(Host host, String server, String state) {
        Awaitility.await("'%s' is %s".formatted(server, state))
                .atMost(LIMIT)
                .until(() -> host.server(server)
                        .filter(status -> status.state().equals(state))
                        .isPresent());
    }

    private static ConfigProblem awaitProblem(Host host) {
        return Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.configuration().problems(), problems -> !problems.isEmpty())
                .getFirst();
    }

    @Test
    void serversStandInTheOrderOfTheirFile() throws Exception {
        var names = IntStream.range(0, 40).mapToObj(i -> "server" + i).toList();
        var entries = names.stream()
                .map(name -> "\"%s\": {\"command\": \"no-such-program-%s\"}".formatted(name, name))
                .collect(Collectors.joining(","));
        var file = Files.writeString(folder.resolve("fairlead.json"), "{\"mcpServers\": {" + entries + "}}");
        try (var host = Host.builder().configured(file).open()) {
            assertThat(host.servers()).extracting(ServerStatus::name).isEqualTo(names);
        }
    }
}
