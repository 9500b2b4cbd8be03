package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which way to a server is tried first, which next, and which is remembered. */
@Timeout(120)
class HttpStrategyTest {
    private final EraMemory memory = new EraMemory(InstantSource.system());

    private ClientProfile profile() {
        return ClientProfile.builder()
                .eraMemory(memory)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
    }

    private static McpException failure(HttpTransport transport, ClientProfile profile) {
        var caught = catchThrowableOfType(McpException.class, () -> McpClient.connect(transport, profile));
        assertThat(caught).isNotNull();
        return caught;
    }

    private static List<String> methods(List<RecordedRequest> requests) {
        return requests.stream()
                .map(request -> request.method().equals("POST") ? request.rpcMethod() : request.method())
                .toList();
    }

    // Strategies.

    @ParameterizedTest
    @EnumSource(
            value = HttpStrategy.class,
            names = {"HTTP_FIRST", "SSE_FIRST", "HTTP_ONLY"})
    @Verifies({"B-12", "E-6", "B-8"})
    void aModernServerIsFoundByTheFirstQuestion(HttpStrategy strategy) {
        try (var stage = HttpStage.of(Era.MODERN);
                var client =
                        McpClient.connect(HttpTransport.to(stage.front.url()).withStrategy(strategy), profile())) {
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(client.opening().transport()).isEqualTo("streamable HTTP");
            assertThat(client.opening().steps())
                    .singleElement()
                    .satisfies(step -> assertThat(step)
                            .contains("server/discover over streamable HTTP")
                            .contains("2026-07-28"));
            assertThat(client.opening().took()).isPositive();
            assertThat(methods(stage.front.requests())).containsExactly("server/discover");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpStrategy.class,
            names = {"HTTP_FIRST", "HTTP_ONLY"})
    @Verifies({"B-12", "E-6"})
    void anOldServerIsFoundByTheHandshake(HttpStrategy strategy) {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client =
                        McpClient.connect(HttpTransport.to(stage.front.url()).withStrategy(strategy), profile())) {
            assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
            assertThat(client.opening().transport()).isEqualTo("streamable HTTP");
            assertThat(client.opening().steps()).hasSize(2);
            assertThat(client.opening().steps().getFirst())
                    .contains("server/discover")
                    .contains("no modern server");
            assertThat(client.opening().steps().getLast())
                    .contains("initialize over streamable HTTP")
                    .contains("2025-11-25");
            assertThat(methods(stage.posts()))
                    .containsExactly("server/discover", "initialize", "notifications/initialized");
        }
    }

    @Test
    @Verifies({"E-6", "B-12"})
    void theOldPairOfStreamsIsFoundWhenAllElseFails() {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = McpClient.connect(HttpTransport.to(stage.front.sseUrl()), profile())) {
            assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
            assertThat(client.opening().steps()).hasSize(3);
            assertThat(client.opening().steps().get(0))
                    .contains("server/discover")
                    .contains("405");
            assertThat(client.opening().steps().get(1))
                    .contains("initialize over streamable HTTP")
                    .contains("405");
            assertThat(client.opening().steps().get(2))
                    .contains("initialize over HTTP+SSE")
                    .contains("agreed");
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(methods(stage.front.requests()))
                    .startsWith("server/discover", "initialize", "GET", "initialize");
        }
    }

    @Test
    @Verifies("E-6")
    void whoeverPrefersTheOldPairGetsItAfterTheQuestion() {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = McpClient.connect(
                        HttpTransport.to(stage.front.sseUrl()).withStrategy(HttpStrategy.SSE_FIRST), profile())) {
            assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
            assertThat(client.opening().steps()).hasSize(2);
            assertThat(methods(stage.front.requests())).startsWith("server/discover", "GET", "initialize");
        }
    }

    @Test
    @Verifies("E-6")
    void whoeverPrefersTheOldPairAndFindsNoneGetsTheOther() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.getStream(false);
            try (var client = McpClient.connect(
                    HttpTransport.to(stage.front.url()).withStrategy(HttpStrategy.SSE_FIRST), profile())) {
                assertThat(client.opening().transport()).isEqualTo("streamable HTTP");
                assertThat(client.opening().steps()).hasSize(3);
                assertThat(client.opening().steps().get(1)).contains("HTTP+SSE").contains("405");
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies("E-6")
    void theOldPairAloneIsOpenedWithoutAQuestion() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = McpClient.connect(stage.sse(), profile())) {
            assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
            assertThat(client.opening().steps())
                    .singleElement()
                    .satisfies(step -> assertThat(step).contains("initialize over HTTP+SSE"));
            stage.front.awaitRequest(rpc("notifications/initialized"), SOON);
            assertThat(methods(stage.front.requests()))
                    .containsExactly("GET", "initialize", "notifications/initialized");
        }
    }

    @Test
    @Verifies("E-6")
    void theOldPairIsNeverTriedWhereItIsNotWanted() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var transport = HttpTransport.to(stage.front.sseUrl()).withStrategy(HttpStrategy.HTTP_ONLY);
            assertThat(failure(transport, profile()))
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            refused -> assertThat(refused.status()).isEqualTo(405));
            assertThat(stage.gets()).isEmpty();
        }
    }

    @Test
    @Verifies("B-18")
    void theOldPairCannotCarryAModernRevision() {
        try (var stage = HttpStage.of(Era.MODERN)) {
            var pinned = ClientProfile.builder()
                    .versions(VersionPolicy.exactly(ProtocolVersion.V2026_07_28))
                    .build();
            assertThat(failure(stage.sse(), pinned)).isInstanceOf(UnsupportedFeatureException.class);
            assertThat(stage.posts()).isEmpty();
        }
    }

    @Test
    @Verifies({"E-6", "B-16"})
    void whereNoWayLeadsToAServerTheFirstRefusalIsReported() {
        try (var server = ScriptedHttp.silent()) {
            var failure = failure(HttpTransport.to(server.url()), profile());
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            refused -> assertThat(refused.status()).isEqualTo(404))
                    .hasMessageContaining("initialize");
            assertThat(failure.getSuppressed())
                    .anySatisfy(other -> assertThat(other).hasMessageContaining("server/discover"))
                    .anySatisfy(other -> assertThat(other).hasMessageContaining("405"));
        }
    }

    // What is remembered.

    @Test
    @Verifies({"B-20", "B-21", "B-9"})
    void anOldServerIsNotAskedTwiceAndTheWayToItIsRemembered() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var transport = HttpTransport.to(stage.front.sseUrl());
            McpClient.connect(transport, profile()).close();
            stage.front.http().forgetRequests();
            try (var client = McpClient.connect(transport, profile())) {
                assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
                assertThat(client.opening().steps()).hasSize(1);
                assertThat(methods(stage.front.requests()))
                        .startsWith("GET", "initialize")
                        .doesNotContain("server/discover");
            }
        }
    }

    @Test
    @Verifies("B-19")
    void whatIsRememberedIsRememberedOfTheWholeAddress() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            McpClient.connect(HttpTransport.to(stage.front.url() + "?tenant=a"), profile())
                    .close();
            for (var other : List.of(
                    HttpTransport.to(stage.front.url() + "?tenant=b"),
                    HttpTransport.to(stage.front.url() + "?tenant=a").withStrategy(HttpStrategy.HTTP_ONLY))) {
                stage.front.http().forgetRequests();
                McpClient.connect(other, profile()).close();
                assertThat(stage.rpc("server/discover")).hasSize(1);
            }
            stage.front.http().forgetRequests();
            McpClient.connect(HttpTransport.to(stage.front.url() + "?tenant=a"), profile())
                    .close();
            assertThat(stage.rpc("server/discover")).isEmpty();
        }
    }
}
