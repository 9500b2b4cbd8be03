package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a server does, the console goes on, its calls end by their limits, and pages get JSON and nothing else. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("thorough")
final class HostileModesTest {
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x09\\x0b-\\x1f]");
    private static final Pattern INSIDES = Pattern.compile("\\\\n\\\\tat [\\w.$/]+\\(|Caused by:|"
            + "\\b(?:java|javax|jdk|sun|dev\\.fairlead|tools\\.jackson)(?:\\.[a-z]\\w*)*\\.[A-Z]\\w+");

    private Page page;

    @BeforeAll
    void start(@TempDir Path home) throws Exception {
        page = new Page(home);
    }

    @AfterAll
    void end() {
        page.close();
    }

    static Stream<String> onHttp() {
        return HostileHttp.modes().stream();
    }

    /** The others are the same by both transports, but for what stands on standard error. */
    static Stream<String> asProcesses() {
        return HostileServer.modes().stream()
                .filter(mode -> !HostileHttp.modes().contains(mode)
                        || List.of("ansi", "log-inject").contains(mode));
    }

    @ParameterizedTest
    @MethodSource("onHttp")
    void aServerOfTheNetworkMisbehaves(String mode) {
        try (var hostile = HostileHttp.mode(mode)) {
            judged("net-" + mode, Json.object().put("url", hostile.url()));
            assertThat(hostile.canary()).as("what was fetched").isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("asProcesses")
    void aProcessMisbehaves(String mode) {
        var command = HostileServer.command(mode);
        var entry = Json.object().put("command", command.getFirst());
        var arguments = entry.putArray("args");
        command.stream().skip(1).forEach(arguments::add);
        judged("process-" + mode, entry);
    }

    private void judged(String name, ObjectNode entry) {
        var text = Json.object();
        text.putObject("mcpServers").set(name, entry.put("startupTimeout", "20s"));
        page.post("/api/servers", Json.write(Json.object().put("text", Json.write(text))));
        try {
            // However it stands then: what matters is that it is known.
            page.await(
                    "/api/state",
                    state -> !List.of("", "connecting")
                            .contains(Page.server(state, name).path("state").asString("")));
            var wish = Json.object().put("server", name).put("tool", "echo").put("timeoutMs", 2_000);
            wish.putObject("arguments").put("text", "hello");
            var begun = page.send("POST", "/api/calls", Json.write(wish));
            if (begun.statusCode() < 300) {
                var call = page.awaitCall(Json.parse(begun.body()).path("id").asString(""));
                assertThat(INSIDES.matcher(call.path("error").toString()).results())
                        .isEmpty();
            } else {
                assertThat(begun.statusCode()).as(begun.body()).isBetween(400, 499);
            }
            for (var path : List.of(
                    "/api/state",
                    "/api/tools",
                    "/api/prompts",
                    "/api/resources",
                    "/api/calls",
                    "/api/metrics",
                    "/api/traffic",
                    "/api/servers/%s/log".formatted(name))) {
                var answer = page.send("GET", path, null);
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                        .startsWith("application/json");
                assertThat(CONTROLS.matcher(answer.body()).results()).as(path).isEmpty();
                assertThat(Json.parse(answer.body()).isObject()).as(path).isTrue();
            }
            var reason =
                    Page.server(page.get("/api/state"), name).path("reason").asString("");
            assertThat(INSIDES.matcher(reason).results()).as(reason).isEmpty();
        } finally {
            page.send("DELETE", "/api/servers/" + name, null);
        }
    }
}
