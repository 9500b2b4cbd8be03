package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who calls a tool by hand wants that call; what was decided before counts all the same. */
final class ByHandTest {
    @TempDir
    private Path home;

    private final Store store = Stores.memory();
    private final ToolGate gate = ToolGate.asking(store, Approver.NOBODY, record -> {});
    private final AtomicInteger made = new AtomicInteger();
    private final CountDownLatch hold = new CountDownLatch(1);
    private Page page;

    @BeforeEach
    void start() throws Exception {
        var server = FakeServer.named("s")
                .tool(Scripted.tool("t"), call -> CallToolResult.ofText("made " + made.incrementAndGet()))
                .tool(Scripted.tool("slow"), call -> {
                    hold.await();
                    return CallToolResult.ofText("at last");
                })
                .build();
        var config = ServerConfig.of("s", new Endpoint.Own(server.transport()));
        page = new Page(
                home, builder -> builder.host(host -> host.server(config).store(store)));
        page.awaitServer("s", "connected");
    }

    @AfterEach
    void end() {
        hold.countDown();
        page.close();
    }

    private String begin() {
        return page.post("/api/calls", "{\"server\":\"s\",\"tool\":\"t\",\"arguments\":{}}")
                .path("id")
                .asString("");
    }

    private String beginWithLimit(String tool) {
        return page.post(
                        "/api/calls",
                        "{\"server\":\"s\",\"tool\":\"%s\",\"arguments\":{},\"timeoutMs\":5000}".formatted(tool))
                .path("id")
                .asString("");
    }

    private JsonNode decide(String call, JsonNode card, String word) {
        page.post(
                "/api/approvals/" + card.path("id").asString(""),
                Json.write(Json.object().put("decision", word)));
        return page.awaitCall(call);
    }

    private static String state(JsonNode call) {
        return call.path("state").asString("");
    }

    @Test
    void nobodyIsAskedWhereNobodyDecided() {
        assertThat(state(page.call("s", "t", "{}"))).isEqualTo("success");
    }

    @Test
    void whatIsDeniedIsRefused() {
        gate.grants().deny(Subject.of("s", "t"), Scope.ALWAYS);

        assertThat(state(page.call("s", "t", "{}"))).isEqualTo("denied");
        assertThat(made).hasValue(0);
    }

    @Test
    void whatIsToBeAskedAboutIsAsked() {
        assertThat(gate.grants().ask(Subject.of("s"), Scope.ALWAYS)).isTrue();

        var call = begin();
        var card = page.approval();
        assertThat(card.path("ruled").asBoolean()).isTrue();
        assertThat(made).hasValue(0);
        assertThat(state(decide(call, card, "deny"))).isEqualTo("denied");
        assertThat(made).hasValue(0);

        call = begin();
        assertThat(state(decide(call, page.approval(), "once"))).isEqualTo("success");
        assertThat(made).hasValue(1);
    }

    @Test
    void theTimeOfACallBeginsWhenItMayGo() {
        assertThat(gate.grants().ask(Subject.of("s", "t"), Scope.ALWAYS)).isTrue();
        var call = beginWithLimit("t");
        var card = page.approval();

        // Whoever decides takes longer than the tool may: as long as a call that began later, and is out of time.
        assertThat(state(page.awaitCall(beginWithLimit("slow")))).isEqualTo("timeout");

        assertThat(state(decide(call, card, "once"))).isEqualTo("success");
        assertThat(made).hasValue(1);
    }

    @Test
    void aToolThatIsNotWhatWasApprovedIsShownWithTheDifference() {
        var approved =
                ToolDefinition.of(Tool.of("t", "t, to be trusted", Json.object().put("type", "object")));
        assertThat(gate.accept(null, "s", approved, approved.hash())).isTrue();

        var call = begin();
        var card = page.approval();

        assertThat(card.path("why").asString("")).isEqualTo("changed");
        var difference = card.path("difference");
        assertThat(difference.path("left").asInt(-1)).isZero();
        assertThat(difference.path("changes")).hasSize(1);
        var change = difference.path("changes").path(0);
        assertThat(change.path("pointer").asString("")).isEqualTo("/description");
        assertThat(change.path("before").asString("")).isEqualTo("\"t, to be trusted\"");
        assertThat(change.path("after").asString("")).isEqualTo("\"t\"");
        assertThat(state(decide(call, card, "deny"))).isEqualTo("denied");
        assertThat(made).hasValue(0);
    }
}
