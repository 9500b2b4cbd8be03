package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Dialect;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is decided about a server of a project's file is decided for everybody who has a connection of their own to it. */
@Timeout(120)
class HostPeopleStartTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final FakeServer server = FakeServer.named("s")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
            .build();

    private Host open(HttpFront front) {
        return Host.builder()
                .server(ServerConfig.builder("s", Endpoint.Address.of(front.url()))
                        .start(ServerConfig.StartMode.EAGER)
                        .origin(new Origin(folder.resolve("fairlead.json"), 1, Dialect.FAIRLEAD, Origin.Scope.PROJECT))
                        .folder(folder)
                        .build())
                .open();
    }

    private static void awaitState(Host host, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("s").orElseThrow().state().equals(state));
    }

    private static boolean agree(Host host, Scope scope) {
        return host.approveStart("s", host.proposal("s").hash(), scope);
    }

    @Test
    void viewsThatWereThereBeforeSomebodyAgreedGoOn() throws Exception {
        try (var front = HttpFront.serving(server);
                var host = open(front)) {
            var alice = host.as("alice");
            awaitState(alice, "needs-approval");

            assertThat(agree(host, Scope.SESSION)).isTrue();

            assertThat(alice.call("s__t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void whatIsDeniedEndsForEverybodyUntilSomebodyAgreesAgain() throws Exception {
        try (var front = HttpFront.serving(server);
                var host = open(front)) {
            var alice = host.as("alice");
            assertThat(agree(host, Scope.SESSION)).isTrue();
            awaitState(alice, "ready");

            assertThat(host.denyStart("s", Scope.ALWAYS)).isTrue();
            awaitState(alice, "stopped");
            assertThat(alice.call("s__t", null).error()).contains("is stopped");
            alice.start("s");
            awaitState(alice, "needs-approval");

            assertThat(host.withdrawStart("s")).isTrue();
            assertThat(agree(host, Scope.ALWAYS)).isTrue();
            assertThat(alice.call("s__t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void consentToOneStartIsForTheHosts() throws Exception {
        try (var front = HttpFront.serving(server);
                var host = open(front)) {
            var alice = host.as("alice");
            awaitState(alice, "needs-approval");

            assertThat(agree(host, Scope.ONCE)).isTrue();

            awaitState(host, "ready");
            assertThat(alice.call("s__t", null).error()).contains("needs-approval");
        }
    }
}
