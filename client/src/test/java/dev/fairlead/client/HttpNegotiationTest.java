package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finding out what is behind a URL: era, revision and kind of transport, by every strategy. */
@Timeout(120)
class HttpNegotiationTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
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

    // What the answer to the first question says.

    @Test
    @Verifies({"B-12", "B-7", "B-13"})
    void aRefusalThatNamesAModernRevisionIsReadBeforeAnythingElse() {
        var refusal = ScriptedHttp.refusal(400, -32022, "version", "{'supported':['2026-07-28'],'requested':'x'}");
        try (var server = ScriptedHttp.modern()) {
            server.on("server/discover", exchange -> {
                server.on("server/discover", ScriptedHttp.result(ScriptedHttp.DISCOVERED));
                refusal.handle(exchange);
            });
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile())) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(client.opening().steps()).hasSize(2);
                assertThat(server.rpc("initialize")).isEmpty();
                assertThat(server.rpc("server/discover"))
                        .extracting(RecordedRequest::rpcId)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400})
    @Verifies({"B-12", "B-7"})
    void aRefusalThatNamesOnlyOldRevisionsLeadsToTheHandshake(int status) {
        try (var server = ScriptedHttp.legacy()
                .on(
                        "server/discover",
                        ScriptedHttp.refusal(status, -32022, "version", "{'supported':['2025-06-18','2025-03-26']}"))
                .on("initialize", ScriptedHttp.result(ScriptedHttp.agreed("2025-06-18")))) {
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile())) {
                assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_06_18);
            }
            assertThat(server.rpc("initialize")
                            .getFirst()
                            .json()
                            .at("/params/protocolVersion")
                            .asString())
                    .isEqualTo("2025-06-18");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'supported':['2099-01-01']}", "{}"})
    @Verifies({"B-12", "B-13"})
    void aRefusalWithNothingInCommonIsReported(String data) {
        try (var server =
                ScriptedHttp.legacy().on("server/discover", ScriptedHttp.refusal(400, -32022, "version", data))) {
            assertThat(failure(HttpTransport.to(server.url()), profile())).isInstanceOf(VersionException.class);
            assertThat(methods(server.requests())).containsExactly("server/discover");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021})
    @Verifies({"B-12", "B-13", "A-29"})
    void anErrorThatOnlyModernServersKnowIsReported(int code) {
        try (var server =
                ScriptedHttp.legacy().on("server/discover", ScriptedHttp.refusal(400, code, "needs more", "{}"))) {
            assertThat(failure(HttpTransport.to(server.url()), profile()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("needs more");
            assertThat(methods(server.requests())).containsExactly("server/discover");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200,-32601",
        "404,-32601",
        "400,-32602",
        "400,-32000",
        "200,-32600",
        "405,-32000",
        "406,-32000",
        "422,-32700"
    })
    @Verifies({"B-12", "B-11", "A-28"})
    void anyOtherErrorMeansAnOldServer(int status, int code) {
        try (var server =
                ScriptedHttp.legacy().on("server/discover", ScriptedHttp.refusal(status, code, "what?", "null"))) {
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile())) {
                assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200,text/html,<p>hello</p>",
        "200,application/json,'{\"ok\":true}'",
        "200,application/json,'{'",
        "202,text/plain,",
        "204,text/plain,",
        "400,text/plain,Bad Request",
        "404,text/html,<h1>Not Found</h1>",
        "405,text/plain,",
        "406,text/plain,",
        "415,text/plain,",
        "422,text/plain,odd"
    })
    @Verifies({"B-12", "B-11", "D-4"})
    void anAnswerThatIsNoneMeansAnOldServer(int status, String type, String body) {
        var text = body == null ? "" : body;
        try (var server = ScriptedHttp.legacy()
                .on("server/discover", exchange -> exchange.answer(status, Map.of("Content-Type", type), text))) {
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile())) {
                assertThat(client.server().era()).isEqualTo(Era.LEGACY);
                assertThat(client.opening().transport()).isEqualTo("streamable HTTP");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    @Verifies({"D-27", "B-12"})
    void whoeverLetsNobodyInIsAskedNothingElse(int status) {
        try (var server = ScriptedHttp.legacy().on("server/discover", exchange -> exchange.answer(status))) {
            assertThat(failure(HttpTransport.to(server.url()), profile())).isInstanceOf(AuthorizationException.class);
            assertThat(methods(server.requests())).containsExactly("server/discover");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 500, 502, 504})
    @Verifies({"B-12", "B-21"})
    void aFailureSaysNothingAboutTheEra(int status) {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.faults().once(rpc("server/discover"), Fault.answer(status));
            var transport = HttpTransport.to(stage.front.url());
            assertThat(failure(transport, profile()))
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            failed -> assertThat(failed.status()).isEqualTo(status));
            assertThat(stage.rpc("initialize")).isEmpty();
            try (var client = McpClient.connect(transport, profile())) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
            }
        }
    }

    @Test
    @Verifies("B-12")
    void whoeverIsNotThereIsUnavailable() {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.stop();
            assertThat(failure(HttpTransport.to(stage.front.url()), profile()))
                    .isInstanceOf(UnavailableException.class);
            stage.front.start();
            try (var client = McpClient.connect(HttpTransport.to(stage.front.url()), profile())) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
            }
        }
    }

    // The handshake that proves the verdict wrong.

    @Test
    @Verifies("B-16")
    void aRefusedHandshakeThatNamesAModernRevisionLeadsBackToTheQuestion() {
        try (var server = ScriptedHttp.modern()
                .on("initialize", ScriptedHttp.refusal(400, -32022, "no handshake", "{'supported':['2026-07-28']}"))) {
            server.on("server/discover", exchange -> {
                server.on("server/discover", ScriptedHttp.result(ScriptedHttp.DISCOVERED));
                exchange.answer(404);
            });
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile())) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(methods(server.requests()))
                        .containsExactly("server/discover", "initialize", "server/discover");
            }
        }
    }

    @Test
    @Verifies("B-16")
    void whereBothOpeningsFailBothFailuresAreKept() {
        try (var server = ScriptedHttp.silent()
                .on("server/discover", exchange -> exchange.answer(404))
                .on("initialize", ScriptedHttp.refusal(400, -32602, "not like this", "null"))) {
            var transport = HttpTransport.to(server.url()).withStrategy(HttpStrategy.HTTP_ONLY);
            var failure = failure(transport, profile());
            assertThat(failure).isInstanceOf(ServerErrorException.class).hasMessageContaining("not like this");
            assertThat(failure.getSuppressed())
                    .anySatisfy(first -> assertThat(first)
                            .hasMessageContaining("server/discover")
                            .hasMessageContaining("404"));
        }
    }

    @Test
    @Verifies("B-21")
    void aServerThatWasUpgradedIsAskedAgainWhenTheVerdictIsOld() {
        var aging = new EraMemory(now::get);
        var profile = ClientProfile.builder().eraMemory(aging).build();
        try (var stage = HttpStage.of(Era.LEGACY)) {
            McpClient.connect(HttpTransport.to(stage.front.url()), profile).close();
            now.set(now.get().plus(Duration.ofMinutes(59)));
            McpClient.connect(HttpTransport.to(stage.front.url()), profile).close();
            assertThat(stage.rpc("server/discover")).hasSize(1);
            now.set(now.get().plus(Duration.ofMinutes(90)));
            McpClient.connect(HttpTransport.to(stage.front.url()), profile).close();
            assertThat(stage.rpc("server/discover")).hasSize(2);
        }
    }

    @Test
    @Verifies("B-21")
    void aServerThatIsNoLongerWhatItWasIsAskedAgain() {
        try (var server = ScriptedHttp.legacy()) {
            var transport = HttpTransport.to(server.url());
            McpClient.connect(transport, profile()).close();
            server.on("server/discover", ScriptedHttp.result(ScriptedHttp.DISCOVERED))
                    .on("initialize", exchange -> exchange.answer(400));
            server.http().forgetRequests();
            try (var client = McpClient.connect(transport, profile())) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(client.opening().steps()).anyMatch(step -> step.contains("no longer"));
                assertThat(methods(server.requests())).startsWith("initialize").endsWith("server/discover");
            }
        }
    }

    @Test
    @Verifies({"B-21", "B-9"})
    void aModernServerThatBecameAnOldOneIsFound() {
        try (var server = ScriptedHttp.modern()) {
            var transport = HttpTransport.to(server.url());
            McpClient.connect(transport, profile()).close();
            server.on("server/discover", exchange -> exchange.answer(404))
                    .on("initialize", ScriptedHttp.result(ScriptedHttp.agreed("2025-11-25")));
            try (var client = McpClient.connect(transport, profile())) {
                assertThat(client.server().era()).isEqualTo(Era.LEGACY);
            }
        }
    }

    @Test
    @Verifies("B-18")
    void whoeverWantsOldServersOnlyAsksNothing() throws Exception {
        try (var stage = HttpStage.of(FakeServer.named("both"))) {
            var profile = ClientProfile.builder()
                    .eraMemory(memory)
                    .versions(VersionPolicy.legacyOnly())
                    .build();
            try (var client = McpClient.connect(HttpTransport.to(stage.front.url()), profile)) {
                assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_11_25);
                stage.front.awaitRequest(rpc("notifications/initialized"), SOON);
                assertThat(stage.rpc("server/discover")).isEmpty();
            }
        }
    }

    @Test
    @Verifies({"B-18", "B-14"})
    void whoeverWantsModernServersOnlyIsToldWhatAnOldOneIs() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var pinned = ClientProfile.builder()
                    .eraMemory(memory)
                    .versions(VersionPolicy.exactly(ProtocolVersion.V2026_07_28))
                    .build();
            assertThatThrownBy(() -> McpClient.connect(HttpTransport.to(stage.front.url()), pinned))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("2026-07-28");
            assertThat(methods(stage.front.requests())).containsExactly("server/discover");
        }
    }
}
