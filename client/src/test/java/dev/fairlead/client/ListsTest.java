package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists in pages, and results that may be used again. */
class ListsTest {
    private static final String TOOL = "{'name':'%s','inputSchema':{'type':'object'}}";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), NegotiationTest.profile().build());
    }

    private static FakeServer.Builder tools(Era era, int count) {
        var script = FakeServer.named("lists").era(era);
        for (int number = 1; number <= count; number++) {
            script.tool(Tool.of("t" + number, null, json("{'type':'object'}")), call -> CallToolResult.ofText("ok"));
        }
        return script;
    }

    private static long asked(FakeServer server, String method) {
        return server.received().stream()
                .filter(message ->
                        message instanceof Request request && request.method().equals(method))
                .count();
    }

    @EachEra
    @Verifies({"G-37", "G-18"})
    void pagesAreReadToTheEnd(Era era) {
        var server = tools(era, 25).pageSize(10).build();
        try (var client = McpClient.connect(server.transport())) {
            assertThat(client.listTools())
                    .extracting("name")
                    .hasSize(25)
                    .doesNotHaveDuplicates()
                    .startsWith("t1", "t2");
            assertThat(asked(server, "tools/list")).isEqualTo(3);
            assertThat(server.complaints()).isEmpty();
        }
    }

    @EachEra
    void tenThousandToolsAreFine(Era era) {
        var server = tools(era, 10_000).pageSize(1_000).build();
        try (var client = McpClient.connect(server.transport())) {
            assertThat(client.listTools()).hasSize(10_000);
            assertThat(client.callTool("t10000", null).text()).isEqualTo("ok");
        }
    }

    @Test
    @Verifies("G-37")
    void anEmptyCursorIsACursor() {
        var server = ScriptedServer.legacy().on("tools/list", (request, line) -> {
            boolean first = request.params().get("cursor") == null;
            line.result(
                    request,
                    first
                            ? "{'tools':[%s],'nextCursor':''}".formatted(TOOL.formatted("a"))
                            : "{'tools':[%s]}".formatted(TOOL.formatted("b")));
        });
        try (var client = connect(server)) {
            assertThat(client.listTools()).extracting("name").containsExactly("a", "b");
            assertThat(server.requests("tools/list")
                            .get(1)
                            .params()
                            .path("cursor")
                            .stringValue())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Verifies("G-38")
    void aCircleOfCursorsIsNoticed(int length) {
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy()
                .on(
                        "tools/list",
                        (request, line) -> line.result(
                                request, "{'tools':[],'nextCursor':'c%d'}".formatted(turn.getAndIncrement() % length)));
        try (var client = connect(server)) {
            assertThatThrownBy(client::listTools)
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("tools/list")
                    .hasMessageContaining("endless");
            assertThat(server.requests("tools/list")).hasSize(length + 1);
        }
    }

    @Test
    @Verifies("G-38")
    void cursorsWithoutEndAreNoticed() {
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy()
                .on(
                        "prompts/list",
                        (request, line) -> line.result(
                                request, "{'prompts':[],'nextCursor':'c%d'}".formatted(turn.getAndIncrement())));
        try (var client = connect(server)) {
            assertThatThrownBy(client::listPrompts)
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("pages");
            assertThat(server.requests("prompts/list")).hasSize(1000);
            assertThat(client.ping()).isPositive();
        }
    }

    @Test
    @Verifies("G-38")
    void pagesThatAreTooLargeTogetherAreNoticed() {
        var turn = new AtomicInteger();
        var server = ScriptedServer.legacy().on("tools/list", (request, line) -> {
            int number = turn.getAndIncrement();
            line.result(
                    request,
                    "{'tools':[{'name':'t%d','inputSchema':{'type':'object','title':'%s'}}],'nextCursor':'c%d'}"
                            .formatted(number, "x".repeat(15 << 20), number));
        });
        try (var client = connect(server)) {
            assertThatThrownBy(client::listTools)
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("tools/list")
                    .hasMessageContaining("endless pagination, more than 64 MiB");
            assertThat(server.requests("tools/list")).hasSize(5);
            assertThat(client.ping()).isPositive();
        }
    }

    @Test
    void elementsThatCannotBeReadAreDroppedAndReported() {
        var heard = new Recording();
        var server = ScriptedServer.legacy()
                .answering(
                        "tools/list",
                        "{'tools':[%s,{'name':7},null,{'name':'noschema'},%s]}"
                                .formatted(TOOL.formatted("a"), TOOL.formatted("b")));
        try (var client = McpClient.connect(
                server.transport(), NegotiationTest.profile().listener(heard).build())) {
            assertThat(client.listTools()).extracting("name").contains("a", "b").hasSizeLessThan(5);
            assertThat(client.violations().get(Violation.Kind.BAD_SHAPE)).isGreaterThanOrEqualTo(2);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(heard.violations)
                            .anySatisfy(one -> assertThat(one.detail())
                                    .contains("tools/list")
                                    .contains("tools[1]")));
        }
    }

    @Test
    void aListThatIsNoneIsAViolation() {
        var server = ScriptedServer.legacy().answering("tools/list", "{'tools':'none'}");
        try (var client = connect(server)) {
            assertThatThrownBy(client::listTools).isInstanceOf(ProtocolViolationException.class);
        }
    }

    private McpClient cached(FakeServer server) {
        return McpClient.connect(
                server.transport(),
                ClientProfile.builder()
                        .clock(now::get)
                        .handlers(InputHandlers.none().onForm((form, asking) -> InputResponse.accept(json("{}"))))
                        .build());
    }

    private static CacheHint minute() {
        return new CacheHint(Duration.ofMinutes(1), false);
    }

    @Test
    @Verifies({"G-39", "G-41", "G-46"})
    void aResultIsUsedAgainWhileItIsFresh() {
        var server = tools(Era.MODERN, 3).pageSize(2).cache(minute()).build();
        try (var client = cached(server)) {
            client.listTools();
            now.set(now.get().plusSeconds(59));
            assertThat(client.listTools()).hasSize(3);
            assertThat(asked(server, "tools/list")).isEqualTo(2);
            now.set(now.get().plusSeconds(1));
            assertThat(client.listTools()).hasSize(3);
            assertThat(asked(server, "tools/list")).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'ttlMs':0", ",'ttlMs':-5", ",'ttlMs':'long'", ",'ttlMs':null"})
    @Verifies("G-39")
    void withoutATimeToLiveNothingIsUsedAgain(String hint) {
        var server = ScriptedServer.modern()
                .answering("tools/list", "{'resultType':'complete','tools':[]%s}".formatted(hint));
        try (var client = connect(server)) {
            client.listTools();
            client.listTools();
            assertThat(server.requests("tools/list")).hasSize(2);
        }
    }

    private static FakeServer.Builder resources() {
        return FakeServer.named("resources")
                .era(Era.MODERN)
                .cache(minute())
                .resource(
                        Resource.of("r:a", "a"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, null, "a")))
                .resource(
                        Resource.of("r:b", "b"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, null, "b")))
                .resource(Resource.of("r:asking", "asking"), (uri, call) -> {
                    var schema = FormSchema.from(json("{'type':'object','properties':{}}"));
                    var answer = call.ask(new InputRequest.Form("?", schema, null));
                    return ReadResourceResult.of(ResourceContents.text(uri, null, answer.toString()));
                });
    }

    @Test
    @Verifies({"G-41", "G-43"})
    void readingsAreKeptByTheirUriUntilAChangeIsHeard() throws Exception {
        var server = resources().build();
        try (var client = cached(server);
                var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
            assertThat(client.readResource("r:a")).isNotEqualTo(client.readResource("r:b"));
            client.readResource("r:a");
            client.readResource("r:b");
            assertThat(asked(server, "resources/read")).isEqualTo(2);
            server.tell(new ServerEvent.ResourceUpdated("r:a"));
            assertThat(changes.next(LIMIT)).isPresent();
            client.readResource("r:a");
            assertThat(asked(server, "resources/read")).isEqualTo(3);
        }
    }

    @Test
    @Verifies("G-42")
    void whatWasReadWithTheHelpOfAnswersIsNotUsedAgain() {
        var server = resources().build();
        try (var client = cached(server)) {
            client.readResource("r:asking");
            client.readResource("r:asking");
            assertThat(asked(server, "resources/read")).isEqualTo(4);
            assertThat(server.complaints()).isEmpty();
        }
    }

    @EachEra
    @Verifies("G-16")
    void aBurstOfChangesIsListedOnce(Era era) throws Exception {
        var server = tools(era, 3).build();
        try (var client = McpClient.connect(server.transport());
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            client.callTool("t1", null);
            for (int change = 0; change < 200; change++) {
                server.tell(new ServerEvent.ToolsChanged());
            }
            assertThat(changes.next(LIMIT)).isPresent();
            client.ping();
            for (int call = 0; call < 100; call++) {
                client.callTool("t1", null);
            }
            // Not one, as calls may be made while the news is still coming in.
            assertThat(asked(server, "tools/list")).isLessThanOrEqualTo(10);
        }
    }
}
