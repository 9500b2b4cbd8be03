package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.console.model.Models;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several cards about one server, in one of which all its tools are allowed. */
@Timeout(120)
final class AllowedTogetherTest {
    @TempDir
    private Path home;

    private final CountDownLatch written = new CountDownLatch(1);

    @Test
    void aServerThatIsAllowedInOneCardLeavesTheOthersToThePageAndNoCallWaitsUntilThatIsWritten() throws Exception {
        var server = FakeServer.named("files")
                .tool(
                        Scripted.tool("list").withAnnotations(ToolAnnotations.readingOnly()),
                        call -> CallToolResult.ofText("a, b"))
                .tool(
                        Scripted.tool("find").withAnnotations(ToolAnnotations.readingOnly()),
                        call -> CallToolResult.ofText("c"))
                .build();
        var config = ServerConfig.of("files", new Endpoint.Own(server.transport()));
        try (var page = new Page(
                home,
                builder -> builder.models(new EagerModels())
                        .host(host -> host.server(config).store(new Slow())))) {
            page.awaitServer("files", "connected");
            var talk = new Talk(page);
            talk.say("go");
            page.await("/api/state", state -> state.path("approvals").size() == 2);

            var deciding = Thread.ofVirtual().start(() -> talk.decide("server"));
            try {
                page.await("/api/calls", json -> ended(json) == 1);
                // Somebody may be changing its arguments: the page alone knows that, and says what becomes of it.
                assertThat(page.get("/api/state").path("approvals").size()).isEqualTo(1);

                talk.decide("once");
                var calls = page.await("/api/calls", json -> ended(json) == 2).path("calls");
                assertThat(calls.valueStream()).allSatisfy(call -> {
                    assertThat(call.path("state").asString("")).isEqualTo("success");
                    assertThat(call.path("waitedMs").asDouble(0)).isPositive();
                    assertThat(call.path("wireMs").asDouble(0)).isPositive();
                });
                assertThat(page.get("/api/state").path("approvals").isEmpty()).isTrue();
            } finally {
                written.countDown();
                deciding.join();
            }
            talk.quiet();
            assertThat(page.get("/api/approvals/kept").path("kept").size()).isEqualTo(1);
        }
    }

    private static long ended(JsonNode json) {
        return json.path("calls")
                .valueStream()
                .filter(call ->
                        call.path("tookMs").isNumber() && call.path("wireMs").isNumber())
                .count();
    }

    /** Writes no decision down before the test wants it. */
    private final class Slow extends ForwardingStore {
        @Override
        public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
            if (key.startsWith("grant")) {
                try {
                    written.await();
                } catch (InterruptedException stopped) {
                    throw new AssertionError("nothing is written down any more", stopped);
                }
            }
            return super.replace(key, seen, value, life);
        }
    }

    /** A model that calls all tools at once. */
    private static final class EagerModels implements Models {
        @Override
        public List<Choice> all() {
            return List.of(Models.demoChoice());
        }

        @Override
        public String usual() {
            return DEMO;
        }

        @Override
        public Model model(String id) {
            var demo = new DemoModel();
            return new Model() {
                @Override
                public ModelName name() {
                    return demo.name();
                }

                @Override
                public ModelTraits traits() {
                    return demo.traits();
                }

                @Override
                public ReplyStream ask(ModelRequest request) throws InterruptedException {
                    return request.turns().getLast() instanceof Turn.Asked ? new Calls(request) : demo.ask(request);
                }
            };
        }
    }

    private static final class Calls implements ReplyStream {
        private final Queue<ReplyPiece> pieces = new ArrayDeque<>();

        Calls(ModelRequest request) {
            for (var tool : request.tools()) {
                pieces.add(new ReplyPiece.Whole(new Part.Call(tool.name(), tool.name(), Json.object(), null, null)));
            }
            pieces.add(new ReplyPiece.End(Usage.NONE, new ReplyEnd(ReplyEnd.Reason.TOOLS, "tools")));
        }

        @Override
        public ReplyPiece next() {
            return pieces.remove();
        }

        @Override
        public void close() {}
    }
}
