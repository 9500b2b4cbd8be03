package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Nobody agrees to what the page does not show: a question is there whole, or nobody is asked it. */
final class WholeQuestionsTest {
    private static final int MESSAGES = 120;

    @TempDir
    private Path home;

    private final AtomicReference<String> answer = new AtomicReference<>("");
    private Page page;

    private void start(Era era, InputRequest question) throws Exception {
        var server = FakeServer.named("s")
                .era(era)
                .tool(Scripted.tool("wonder"), call -> {
                    answer.set(Json.write(call.askAll(question).getFirst()));
                    return CallToolResult.ofText("over");
                })
                .build();
        page = Scripted.page(home, server);
    }

    @AfterEach
    void end() {
        page.close();
    }

    private String call() {
        return page.post("/api/calls", "{\"server\":\"s\",\"tool\":\"wonder\",\"arguments\":{}}")
                .path("id")
                .asString("");
    }

    private static ObjectNode conversation(int messages) {
        var json = Json.object().put("maxTokens", 50).put("systemPrompt", "s".repeat(30_000) + "END");
        json.put("temperature", 0.5).put("includeContext", "allServers");
        json.putObject("modelPreferences").putArray("hints").addObject().put("name", "dear-model");
        var all = json.putArray("messages");
        for (int i = 0; i < messages; i++) {
            all.addObject()
                    .put("role", "user")
                    .putObject("content")
                    .put("type", "text")
                    .put("text", "message " + i);
        }
        all.addObject()
                .put("role", "user")
                .putArray("content")
                .add(ContentBlock.text("x".repeat(90_000) + "END").toJson())
                .add(ContentBlock.image(new byte[3_000], "image/png").toJson());
        return json;
    }

    @EachEra
    void allThatAModelWouldBeAskedIsThere(Era era) throws Exception {
        start(era, new InputRequest.Sampling(SamplingRequest.from(conversation(MESSAGES))));
        var id = call();

        var question = page.await(
                        "/api/state", state -> !state.path("questions").isEmpty())
                .path("questions")
                .path(0);

        var sampling = question.path("sampling");
        assertThat(sampling.path("messages")).hasSize(MESSAGES + 1);
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(sampling.at("/messages/%d/content/0/text".formatted(i)).asString(""))
                    .isEqualTo("message " + i);
        }
        var last = sampling.at("/messages/%d/content".formatted(MESSAGES));
        assertThat(last.path(0).path("text").asString("")).hasSize(90_003).endsWith("END");
        assertThat(last.path(1).path("mime").asString("")).isEqualTo("image/png");
        assertThat(last.path(1).path("bytes").asInt()).isEqualTo(3_000);
        assertThat(sampling.path("systemPrompt").asString("")).hasSize(30_003);
        assertThat(sampling.path("maxTokens").asInt()).isEqualTo(50);
        assertThat(sampling.path("wishes").toString()).contains("dear-model", "0.5", "allServers");
        page.post(
                "/api/questions/" + question.path("id").asString(""),
                "{\"action\":\"accept\",\"answer\":{\"text\":\"yes\"}}");
        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("success");
        assertThat(answer.get()).contains("yes");
    }

    @EachEra
    void whatCannotBeShownWholeIsNotAskedAndTheLogSaysSo(Era era) throws Exception {
        start(era, new InputRequest.Sampling(SamplingRequest.from(conversation(20_000))));

        notAsked("conversation for a model");
    }

    @Test
    void theWordsOfAFormAreWholeOrNobodyIsAsked() throws Exception {
        var schema = FormSchema.from(Json.parse("{\"type\":\"object\",\"properties\":{}}"));
        start(Era.MODERN, new InputRequest.Form("w".repeat(20_001), schema, null));

        notAsked("form");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fields", "description", "label", "choice", "list"})
    void aFormOfWhichThePageWouldLeaveSomethingOutIsNotAsked(String what) throws Exception {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        var field = properties.putObject("f").put("type", "string");
        switch (what) {
            case "fields" ->
                IntStream.range(0, 200)
                        .forEach(i -> properties
                                .putObject("f" + i)
                                .put("type", "string")
                                .put("default", "x"));
            case "description" -> field.put("description", "w".repeat(1_001));
            case "label" -> field.put("title", "w".repeat(121));
            case "choice" -> field.putArray("enum").add("a").add("w".repeat(121));
            default -> {
                var given = properties.putObject("l").put("type", "array").putArray("default");
                IntStream.range(0, 101).forEach(i -> given.add("a"));
            }
        }
        start(Era.MODERN, new InputRequest.Form("Which?", FormSchema.from(schema), null));

        notAsked("form");
    }

    @Test
    void theWordsAboutAPageAreWholeOrNobodyIsAsked() throws Exception {
        start(Era.MODERN, new InputRequest.Url("w".repeat(20_001), "https://example.com/", null));

        notAsked("page to open");
    }

    /** Opens a page with a tool that is not what was approved of it. */
    private void startWithChanged(Tool tool) throws Exception {
        var store = Stores.memory();
        var before = ToolDefinition.of(Scripted.tool(tool.name()));
        assertThat(ToolGate.asking(store, Approver.NOBODY, AuditLog.none()).accept(null, "s", before, before.hash()))
                .isTrue();
        var server = FakeServer.named("s")
                .tool(tool, call -> CallToolResult.ofText("over"))
                .build();
        var config = ServerConfig.of("s", new Endpoint.Own(server.transport()));
        page = new Page(
                home, builder -> builder.host(host -> host.server(config).store(store)));
        page.awaitServer("s", "connected");
    }

    @Test
    void allThatAYesApprovesOfAToolIsThere() throws Exception {
        var schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject("p").put("description", "d".repeat(30_000) + "END");
        startWithChanged(Tool.of("wonder", "w".repeat(30_000) + "END", schema));
        var id = call();

        var card = page.approval();

        var definition = card.path("definition");
        assertThat(definition.path("description").asString("")).hasSize(30_003).endsWith("END");
        assertThat(definition.at("/inputSchema/properties/p/description").asString(""))
                .hasSize(30_003)
                .endsWith("END");
        assertThat(card.has("definitionCut")).isFalse();
        page.post("/api/approvals/" + card.path("id").asString(""), "{\"decision\":\"once\"}");
        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("success");
    }

    @Test
    void aToolThatCannotBeShownWholeCanOnlyBeDenied() throws Exception {
        startWithChanged(Tool.of("wonder", "w".repeat(300_000), Json.object().put("type", "object")));
        var id = call();

        var card = page.approval();

        assertThat(card.path("definition").isNull()).isTrue();
        assertThat(card.path("definitionCut").asInt()).isGreaterThan(300_000);
        var address = "/api/approvals/" + card.path("id").asString("");
        for (var yes : List.of(
                "{\"decision\":\"once\"}",
                "{\"decision\":\"once\",\"arguments\":{}}",
                "{\"decision\":\"tool\"}",
                "{\"decision\":\"server\"}")) {
            assertThat(page.refused("POST", address, yes)).as(yes).isEqualTo("too-long");
        }
        page.post(address, "{\"decision\":\"deny\"}");
        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("denied");
    }

    private void notAsked(String what) throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            var ended = page.awaitCall(call());

            assertThat(events.seen()).noneMatch(event -> event.type().equals("question"));
            assertThat(ended.path("questions")).isEmpty();
            assertThat(answer.get()).doesNotContain("accept", "content");
            assertThat(lines(page.get("/api/servers/s/log")))
                    .contains("declined a question of the server (%s)".formatted(what));
        }
    }

    private static String lines(JsonNode log) {
        return log.path("lines").toString();
    }
}
