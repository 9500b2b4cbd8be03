package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Numbered;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.http.HttpStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Walls that no login removes: one that passes by itself, and one that a newer credential opens. */
@Timeout(120)
class HostWallsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final FakeServer server = FakeServer.named("far")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
            .build();
    private volatile String good = "first";

    private static void awaitState(Host host, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("far").orElseThrow().state().equals(state));
    }

    private static List<String> states(Host host) {
        return host.events().history().stream()
                .map(Numbered::event)
                .filter(HostEvent.StateChanged.class::isInstance)
                .map(event -> ((HostEvent.StateChanged) event).state())
                .toList();
    }

    @Test
    void whoIsMerelyTurnedAwayComesBack() {
        try (var front = HttpFront.serving(server)) {
            front.faults().on(request -> true, Fault.answer(403));
            try (var host = Host.builder().url("far", front.url()).open()) {
                awaitState(host, "waiting");
                assertThat(host.server("far").orElseThrow().reason()).contains("403", "attempt 2 follows");
                front.faults().clear();
                awaitState(host, "ready");
            }
        }
    }

    private void print(String token) throws IOException {
        Files.writeString(
                folder.resolve("headers.json"),
                Json.object().put("Authorization", "Bearer " + token).toString());
        Files.writeString(folder.resolve("token"), token);
    }

    private HttpFront guarded() {
        var front = HttpFront.serving(server);
        front.faults()
                .on(
                        request -> !request.header("Authorization").orElse("").equals("Bearer " + good),
                        Fault.unauthorized("Bearer"));
        return front;
    }

    private void assertThatAnotherConnectionIsTried(HttpFront front, Map<String, String> headers, List<String> helper)
            throws IOException {
        print(good);
        var address = new Endpoint.Address(front.url(), HttpStrategy.HTTP_FIRST, headers, Map.of(), helper, null);
        try (var host = Host.builder()
                .server(ServerConfig.builder("far", address).folder(folder).build())
                .open()) {
            assertThat(host.call("far__t", null).text()).isEqualTo("done");

            good = "second";
            print(good);
            assertThat(host.call("far__t", null).error()).contains("401");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> states(host).stream().filter("ready"::equals).count() == 2);
            assertThat(states(host)).contains("waiting").doesNotContain("needs-login");
            assertThat(host.call("far__t", null).text()).isEqualTo("done");

            good = "third";
            assertThat(host.call("far__t", null).error()).contains("401");
            awaitState(host, "needs-login");
        }
    }

    @Test
    void aProgramThatPrintsHeadersIsAskedAgainOnce() throws IOException {
        try (var front = guarded()) {
            assertThatAnotherConnectionIsTried(front, Map.of(), List.of("cat", "headers.json"));
        }
    }

    @Test
    void aFileWithAHeaderIsReadAgainOnce() throws IOException {
        try (var front = guarded()) {
            assertThatAnotherConnectionIsTried(front, Map.of("Authorization", "Bearer ${file:token}"), List.of());
        }
    }

    @Test
    void aCredentialThatStaysTheSameIsNotTriedAgain() {
        try (var front = guarded()) {
            var address = new Endpoint.Address(
                    front.url(),
                    HttpStrategy.HTTP_FIRST,
                    Map.of("Authorization", "Bearer first"),
                    Map.of(),
                    List.of(),
                    null);
            try (var host =
                    Host.builder().server(ServerConfig.of("far", address)).open()) {
                assertThat(host.call("far__t", null).text()).isEqualTo("done");
                good = "second";
                assertThat(host.call("far__t", null).error()).contains("401");
                awaitState(host, "needs-login");
                assertThat(states(host)).doesNotContain("waiting");
            }
        }
    }
}
