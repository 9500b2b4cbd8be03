package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.VERSION;
import static dev.fairlead.testkit.http.RecordedRequest.method;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamable HTTP from 2025-03-26 to 2025-11-25, row by row: what each HTTP request says, and what answers may look like. */
@Timeout(120)
class HttpLegacyRowsTest {
    private static final String BEARER = "Bearer t0";

    @Test
    @Verifies({"D-1", "D-2", "D-3", "D-6", "D-9"})
    void everyMessageIsAPostOfItsOwnToTheUrlGiven() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var target = "/mcp?tenant=a%20b&c=D";
            var transport =
                    HttpTransport.to(stage.front.http().origin() + target).withHeader("Authorization", BEARER);
            var profile = stage.profile()
                    .versions(VersionPolicy.legacyOnly())
                    .handlers(HttpStage.named("Bo").onRoots(List::of))
                    .build();
            try (var client = McpClient.connect(transport, profile)) {
                client.listTools();
                assertThat(client.callTool("ask", null).text()).isEqualTo("Bo");
                client.rootsChanged();
                client.ping();
                stage.front.awaitRequest(rpc("notifications/roots/list_changed"), SOON);
            }
            var posts = stage.posts();
            await().atMost(SOON).untilAsserted(() -> assertThat(posts).hasSameSizeAs(stage.server.received()));
            assertThat(posts)
                    .extracting(request -> request.rpcMethod())
                    .containsExactlyInAnyOrder(
                            "initialize",
                            "notifications/initialized",
                            "tools/list",
                            "tools/call",
                            "",
                            "notifications/roots/list_changed",
                            "ping");
            assertThat(posts).allSatisfy(post -> {
                assertThat(post.json().isObject()).isTrue();
                assertThat(post.header("Accept").orElseThrow())
                        .contains("application/json")
                        .contains("text/event-stream");
                assertThat(post.header("Content-Type").orElseThrow()).startsWith("application/json");
            });
            assertThat(stage.front.requests())
                    .extracting(request -> request.method())
                    .contains("GET", "DELETE");
            assertThat(stage.front.requests()).allSatisfy(request -> {
                assertThat(request.target()).isEqualTo(target);
                assertThat(request.header("Authorization")).contains(BEARER);
            });
        }
    }

    @EachEra
    @Verifies("D-4")
    void anAnswerIsTheSameAsJsonAndAsAStream(Era era) {
        try (var stage = HttpStage.of(era)) {
            var said = Map.of(
                    Answers.JSON, all(stage, Answers.JSON),
                    Answers.SSE, all(stage, Answers.SSE));
            assertThat(said.get(Answers.SSE)).isEqualTo(said.get(Answers.JSON));
        }
    }

    private static List<Object> all(HttpStage stage, Answers form) {
        stage.front.answers(form);
        try (var client = stage.connect(stage.profile().handlers(HttpStage.named("Bo")))) {
            return List.of(
                    client.server(),
                    client.listTools(),
                    client.listPrompts(),
                    client.listResources(),
                    client.getPrompt("greeting", Map.of()),
                    client.readResource("r:a"),
                    client.callTool("echo", Map.of("text", "é")).answer(),
                    client.callTool("steps", null).answer(),
                    client.callTool("ask", null).answer());
        }
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-6", "A-8"})
    void batchesAreUnderstoodWhereThereAreAny(Answers form) throws Exception {
        try (var stage = HttpStage.of(FakeServer.named("batching").versions(ProtocolVersion.V2025_03_26))) {
            stage.front.batches().answers(form);
            try (var client = stage.connect()) {
                assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_03_26);
                var heard = new CountDownLatch(1);
                var result = client.callTool("steps", null, HttpStage.hearing(heard));
                assertThat(result.text()).isEqualTo("done");
                HttpStage.await(heard);
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.posts())
                    .allSatisfy(post -> assertThat(post.json().isObject()).isTrue());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2025_03_26", "V2025_06_18", "V2025_11_25"})
    @Verifies({"D-12", "D-25", "D-16", "D-29"})
    void sessionAndRevisionAreOnEverythingAfterTheHandshake(ProtocolVersion version) throws Exception {
        try (var stage = HttpStage.of(FakeServer.named("old").versions(version))) {
            try (var client = stage.connect()) {
                client.callTool("echo", null);
                stage.front.awaitRequest(method("GET"), SOON);
            }
            stage.front.awaitRequest(method("DELETE"), SOON);
            assertThat(stage.front.sessions()).isZero();
            var handshake = stage.rpc("initialize").getFirst();
            assertThat(handshake.json().at("/params/protocolVersion").asString())
                    .isEqualTo("2025-11-25");
            assertThat(handshake.has(SESSION)).isFalse();
            assertThat(handshake.has(VERSION)).isFalse();
            var later = stage.front.requests();
            later = later.subList(later.indexOf(handshake) + 1, later.size());
            assertThat(later).extracting(request -> request.method()).contains("POST", "GET", "DELETE");
            assertThat(later.getFirst().rpcMethod()).isEqualTo("notifications/initialized");
            assertThat(later)
                    .extracting(request -> request.header(SESSION).orElse(""))
                    .doesNotContain("");
            assertThat(later)
                    .extracting(request -> request.header(SESSION))
                    .containsOnly(later.getFirst().header(SESSION));
            assertThat(later)
                    .extracting(request -> request.header(VERSION).orElse(""))
                    .containsOnly(version.id());
        }
    }

    @Test
    @Verifies({"D-12", "D-25"})
    void aServerWithoutSessionsIsSentNone() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.sessions(false);
            try (var client = stage.connect()) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                stage.front.awaitRequest(method("GET"), SOON);
                stage.front.restart();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
            assertThat(stage.rpc("initialize")).hasSize(1);
            assertThat(stage.front.requests()).noneMatch(request -> request.has(SESSION));
            assertThat(stage.rpc("tools/call"))
                    .allMatch(call -> call.header(VERSION).equals(java.util.Optional.of("2025-11-25")));
            assertThat(stage.requests(method("DELETE"))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "caf\u00e9", "tab\tinside", "\u0001", "del\u007f"})
    @Verifies("D-12")
    void aSessionIdThatIsNotVisibleAsciiIsRefused(String evil) {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.faults().on(rpc("initialize"), Fault.header(SESSION, evil));
            var transport = HttpTransport.to(stage.front.url()).withStrategy(HttpStrategy.HTTP_ONLY);
            var profile = stage.profile().build();
            assertThatThrownBy(() -> McpClient.connect(transport, profile))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("session id")
                    .hasMessageNotContaining(evil);
            assertThat(stage.front.requests()).noneMatch(request -> request.has(SESSION));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp-session-id", "MCP-SESSION-ID", "Mcp-Session-Id", "mCP-sESSION-iD"})
    @Verifies({"D-10", "D-12"})
    void caseMattersInValuesOfHeadersAndNotInTheirNames(String name) {
        try (var server = ScriptedHttp.legacy()
                .on(
                        "initialize",
                        ScriptedHttp.result(
                                ScriptedHttp.agreed("2025-11-25"),
                                Map.of("cONTENT-tYPE", "Application/JSON; Charset=UTF-8", name, "AbC-~!xYz")))) {
            try (var client = McpClient.connect(HttpTransport.to(server.url()))) {
                client.ping();
            }
            assertThat(server.rpc("ping").getFirst().header(SESSION)).contains("AbC-~!xYz");
        }
    }

    @Test
    @Verifies("D-17")
    void aServerThatOffersNoStreamIsAskedForItOnce() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.getStream(false);
            try (var client = stage.connect()) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(client.callTool("steps", null).text()).isEqualTo("done");
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.gets()).hasSize(1);
            var get = stage.gets().getFirst();
            assertThat(get.header("Accept")).contains("text/event-stream");
            assertThat(get.has(SESSION)).isTrue();
            assertThat(get.header(VERSION)).contains("2025-11-25");
        }
    }

    @Test
    @Verifies({"D-17", "D-18"})
    void whatBelongsToNoRequestComesOnTheStandingStream() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect();
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            stage.server.tell(new ServerEvent.ToolsChanged());
            assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
            assertThat(stage.gets()).hasSize(1);
        }
    }
}
