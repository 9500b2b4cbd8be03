package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.console.model.Models;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is kept is what is in effect, whatever happens to the disk or the console. */
@Timeout(180)
final class LossTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path home;

    private Path kept(String name) {
        return home.resolve("console").resolve(name + ".json");
    }

    @Test
    void whatIsNotSavedIsNotInEffectEither() throws Exception {
        try (var page = new Page(home)) {
            page.connect("demo");
            Files.createDirectories(kept("saved").resolve("in the way"));

            assertThat(save(page, "lost")).isEqualTo(507);
            assertThat(page.get("/api/state").path("saved").size()).isZero();

            Files.delete(kept("saved").resolve("in the way"));
            Files.delete(kept("saved"));
            assertThat(save(page, "kept")).isLessThan(300);
            var id = page.get("/api/state").path("saved").path(0).path("id").asString("");
            Files.delete(kept("saved"));
            Files.createDirectories(kept("saved").resolve("in the way"));
            assertThat(page.send("DELETE", "/api/saved/" + id, null).statusCode())
                    .isEqualTo(507);
            assertThat(page.get("/api/state")
                            .path("saved")
                            .valueStream()
                            .map(one -> one.path("name").asString("")))
                    .containsExactly("kept");
        }
    }

    private static int save(Page page, String name) {
        var body = Json.object().put("name", name).put("server", "demo").put("tool", "add");
        body.putObject("arguments").put("a", 1);
        return page.send("POST", "/api/saved", Json.write(body)).statusCode();
    }

    @Test
    void aCallThatRanWhenTheConsoleWasKilledIsToldAsInterrupted() throws Exception {
        byte[] asItWasThen;
        String chat;
        try (var page = new Page(home)) {
            page.connect("demo");
            var talk = new Talk(page);
            chat = talk.id();
            talk.say("sleep seconds=60");
            talk.decide("once");
            page.await("/api/chats/" + chat, json -> states(json).contains("running"));
            // So that it is kept while the call runs.
            page.send("PATCH", "/api/chats/" + chat, "{\"title\":\"Sleeping\"}");
            await().atMost(PATIENCE)
                    .until(() -> states(Json.parse(Files.readString(kept("chats/" + chat))))
                            .contains("running"));
            asItWasThen = Files.readAllBytes(kept("chats/" + chat));
        }
        Files.write(kept("chats/" + chat), asItWasThen);
        Files.delete(kept("history"));

        try (var page = new Page(home)) {
            var shown = page.get("/api/chats/" + chat);

            assertThat(states(shown)).containsExactly("failed");
            assertThat(shown.toString()).contains("\"interrupted\"", "The console ended before this call did.");
        }
    }

    @Test
    void thatACallMayHaveBeenMadeIsKeptBeforeItIs() throws Exception {
        var keptThen = new AtomicReference<String>();
        var chat = new AtomicReference<String>();
        var server = FakeServer.named("bank")
                .tool(Tool.of("pay", "Pays.", Json.object().put("type", "object")), call -> {
                    keptThen.set(Files.readString(kept("chats/" + chat.get())));
                    return CallToolResult.ofText("paid");
                })
                .build();
        try (var front = HttpFront.serving(server);
                var page = new Page(home)) {
            page.connect(front.url());
            var talk = new Talk(page);
            chat.set(talk.id());
            for (boolean asked : new boolean[] {true, false}) {
                talk.say("pay");
                if (asked) {
                    talk.decide("chat");
                }
                talk.quiet();
                var turns =
                        Json.parse(keptThen.getAndSet(null)).path("transcript").path("turns");
                assertThat(Json.write(turns.path(turns.size() - 1)))
                        .contains("It is not known whether the call was carried out");
            }
        }
        assertThat(Files.readString(kept("chats/" + chat.get()))).doesNotContain("It is not known whether");
    }

    private static List<String> states(JsonNode chat) {
        return chat.path("items")
                .valueStream()
                .filter(item -> item.path("type").asString("").equals("call"))
                .map(item -> item.path("callState").path("state").asString(""))
                .toList();
    }

    @Test
    void aDeletedConversationIsGoneBeforeItsModelHasStopped() throws Exception {
        var stuck = new StuckModels();
        String chat;
        try (var page = new Page(home, builder -> builder.models(stuck))) {
            chat = page.post("/api/chats", "{}").path("id").asString("");
            page.send("POST", "/api/chats/" + chat + "/send", "{\"text\":\"hello\"}");
            stuck.asked.await();
            assertThat(kept("chats/" + chat)).exists();
            var deleting = Thread.ofVirtual().start(() -> page.send("DELETE", "/api/chats/" + chat, null));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(kept("chats/" + chat)).doesNotExist());

            stuck.go.countDown();
            deleting.join();
        } finally {
            stuck.go.countDown();
        }
        assertThat(kept("chats/" + chat)).doesNotExist();
    }

    @Test
    void aYesForTheChatOutlastsAChangeOfItsModel() throws Exception {
        try (var page = new Page(home, builder -> builder.models(new TwoModels()))) {
            page.connect("demo");
            var talk = new Talk(page);
            talk.say("add 2 and 3");
            talk.decide("chat");
            talk.quiet();

            page.send("PATCH", "/api/chats/" + talk.id(), "{\"model\":\"other\"}");
            talk.say("add 40 and 50");

            assertThat(states(talk.quiet())).containsExactly("success", "success");
        }
    }

    private static final class TwoModels implements Models {
        @Override
        public List<Choice> all() {
            return Models.withDemo(List.of(new Choice("other", "Another", DEMO, true, null)));
        }

        @Override
        public String usual() {
            return DEMO;
        }

        @Override
        public Model model(String id) {
            return new DemoModel();
        }
    }

    /** A model that does not hear when it is told to stop. */
    private static final class StuckModels implements Models {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);

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
                    asked.countDown();
                    boolean over = false;
                    while (!over) {
                        try {
                            go.await();
                            over = true;
                        } catch (InterruptedException unheard) {
                            over = go.getCount() == 0;
                        }
                    }
                    return demo.ask(request);
                }
            };
        }
    }
}
