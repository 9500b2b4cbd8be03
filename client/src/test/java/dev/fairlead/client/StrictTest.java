package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.Tolerance;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Overlooking what a server does wrong, or not. */
class StrictTest {
    private static final String STRAY = "{'jsonrpc':'2.0','id':4711,'result':{}}";

    static List<Arguments> violations() {
        return List.of(
                Arguments.of(Violation.Kind.NOISE, "Listening on port 1234"),
                Arguments.of(Violation.Kind.MALFORMED, "{'jsonrpc':'2.0','id':"),
                Arguments.of(Violation.Kind.STRAY_RESPONSE, STRAY),
                Arguments.of(
                        Violation.Kind.STRAY_NOTIFICATION,
                        "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':4711,'progress':1}}"),
                Arguments.of(
                        Violation.Kind.BAD_SHAPE, "{'jsonrpc':'2.0','method':'notifications/message','params':{}}"));
    }

    private static ScriptedServer server(String oddity) {
        return ScriptedServer.legacy().on("tools/call", (request, line) -> line.send(oddity));
    }

    @ParameterizedTest
    @MethodSource("violations")
    @Verifies({"C-5", "I-5", "I-10"})
    void aLenientClientCountsAndGoesOn(Violation.Kind kind, String oddity) {
        var heard = new Recording();
        var server = server(oddity);
        try (var client = McpClient.connect(
                server.transport(), NegotiationTest.profile().listener(heard).build())) {
            var call = client.async().callTool("t", null);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(client.violations()).containsEntry(kind, 1L));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(heard.violations)
                            .extracting(Violation::kind)
                            .containsExactly(kind));
            assertThat(client.ping()).isPositive();
            assertThat(call).isNotDone();
            assertThat(client.state()).isInstanceOf(ConnectionState.Ready.class);
        }
    }

    @ParameterizedTest
    @MethodSource("violations")
    void aStrictClientEndsTheConnection(Violation.Kind kind, String oddity) {
        var server = server(oddity);
        var profile = NegotiationTest.profile().tolerance(Tolerance.STRICT).build();
        try (var client = McpClient.connect(server.transport(), profile)) {
            assertThatThrownBy(() -> client.callTool("t", null))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("tools/call");
            await().atMost(LIMIT).until(() -> client.state() instanceof ConnectionState.Failed);
            assertThatThrownBy(client::ping).isInstanceOf(McpException.class);
            assertThat(client.violations()).containsEntry(kind, 1L);
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(server.open()).isZero());
    }

    @EachEra
    void aStrictClientGetsAlongWithAWellBehavedServer(Era era) {
        var server = FakeServer.named("good")
                .era(era)
                .logging()
                .tool(Tool.of("t", null, ScriptedServer.json("{'type':'object'}")), call -> {
                    call.progress(1, null, null);
                    return CallToolResult.ofText("ok");
                })
                .build();
        var profile = NegotiationTest.profile().tolerance(Tolerance.STRICT).build();
        try (var client = McpClient.connect(server.transport(), profile)) {
            for (int call = 0; call < 20; call++) {
                assertThat(client.callTool("t", null).text()).isEqualTo("ok");
            }
            assertThat(client.violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("violations")
    void manyViolationsAreOneStory(Violation.Kind kind, String oddity) {
        var heard = new Recording();
        var server = ScriptedServer.legacy();
        try (var client = McpClient.connect(
                server.transport(), NegotiationTest.profile().listener(heard).build())) {
            for (int time = 0; time < 500; time++) {
                server.line().send(oddity);
            }
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(client.violations()).containsEntry(kind, 500L));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(heard.violations).hasSize(11));
            assertThat(client.ping()).isPositive();
        }
    }
}
