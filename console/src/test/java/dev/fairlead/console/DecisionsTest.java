package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What somebody decides holds: stopped is stopped, deleted is deleted, and what was allowed for good can be taken back. */
final class DecisionsTest {
    @TempDir
    private Path home;

    private Page page;
    private Talk talk;

    @BeforeEach
    void start() throws Exception {
        page = new Page(home);
        page.connect("demo");
        talk = new Talk(page);
    }

    @AfterEach
    void end() {
        page.close();
    }

    private JsonNode lastCall() {
        return page.get("/api/calls")
                .path("calls")
                .valueStream()
                .reduce((one, two) -> two)
                .orElseThrow();
    }

    @Test
    void aDeletedConversationIsNeitherToldOfNorKept() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            talk.say("sleep seconds=60");
            talk.decide("once");
            page.await(
                    "/api/calls", json -> lastCall().path("state").asString("").equals("running"));

            assertThat(page.send("DELETE", "/api/chats/" + talk.id(), null).statusCode())
                    .isEqualTo(200);

            assertThat(lastCall().path("state").asString(""))
                    .as("its run is over")
                    .isEqualTo("cancelled");
            assertThat(page.refused("POST", "/api/chats/" + talk.id() + "/stop", "{}"))
                    .isEqualTo("no-such-chat");
            page.post("/api/chats", "{}");
            events.await("chat", data -> !data.path("id").asString("").equals(talk.id()));
            var seen = events.seen();
            int gone = -1;
            for (int i = 0; i < seen.size(); i++) {
                gone = seen.get(i).type().equals("chat-gone") ? i : gone;
            }
            assertThat(gone).isNotNegative();
            assertThat(seen.subList(gone + 1, seen.size()))
                    .noneMatch(event -> event.type().startsWith("chat")
                            && (event.data().path("id").asString("").equals(talk.id())
                                    || event.data().path("chat").asString("").equals(talk.id())));
        }
        page.restart();
        assertThat(home.resolve("console/chats/" + talk.id() + ".json")).doesNotExist();
        try (var files = Files.list(home.resolve("console/chats"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void whatWasStoppedDoesNotRunAgainWhateverIsDecidedThen() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            for (int round = 0; round < 5; round++) {
                talk.say("sleep seconds=60");
                var address = "/api/approvals/" + page.approval().path("id").asString("");
                var both = new CountDownLatch(1);
                var stop = Thread.ofVirtual().start(() -> {
                    awaitLatch(both);
                    page.post("/api/chats/" + talk.id() + "/stop", "{}");
                });
                both.countDown();
                page.send("POST", address, "{\"decision\":\"once\"}");
                stop.join();

                talk.quiet();

                assertThat(lastCall().path("state").asString("")).isEqualTo("cancelled");
                assertThat(page.refused("POST", address, "{\"decision\":\"once\"}"))
                        .isEqualTo("answered");
                assertThat(page.send("POST", address, "{\"decision\":\"once\"}").statusCode())
                        .isEqualTo(409);
            }
            page.post("/api/chats", "{}");
            events.await("chat", data -> !data.path("id").asString("").equals(talk.id()));
            var over = new java.util.HashSet<String>();
            for (var event : events.seen()) {
                if (event.type().equals("call")) {
                    var id = event.data().path("id").asString("");
                    boolean open = List.of("pending", "approval", "running")
                            .contains(event.data().path("state").asString(""));
                    assertThat(open && over.contains(id))
                            .as("runs again: " + id)
                            .isFalse();
                    if (!open) {
                        over.add(id);
                    }
                }
            }
            assertThat(over).hasSize(5);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theTimeLimitOfTheSettingsHoldsForCallsByHandAndByTheModel() {
        assertThat(page.send("PUT", "/api/settings", "{\"callTimeoutMs\":300}").statusCode())
                .isEqualTo(200);

        var hand = page.call("demo", "sleep", "{\"seconds\":60}");
        var longer = page.post(
                "/api/calls",
                "{\"server\":\"demo\",\"tool\":\"sleep\",\"arguments\":{\"seconds\":0.6},\"timeoutMs\":30000}");
        talk.say("sleep seconds=60");
        talk.decide("once");
        talk.quiet();

        assertThat(hand.path("state").asString("")).isEqualTo("timeout");
        assertThat(page.awaitCall(longer.path("id").asString("")).path("state").asString(""))
                .as("the limit of the call wins")
                .isEqualTo("success");
        assertThat(lastCall().path("by").asString("")).isEqualTo("model");
        assertThat(lastCall().path("state").asString("")).isEqualTo("timeout");
        assertThat(page.refused("PUT", "/api/settings", "{\"reviewResults\":true}"))
                .isEqualTo("bad-field");
    }

    @Test
    void whatWasAllowedForGoodIsListedAndCanBeTakenBack() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            talk.say("add 2 and 3");
            talk.decide("tool");
            talk.quiet();
            events.await("kept", data -> true);

            var kept = page.get("/api/approvals/kept").path("kept");
            assertThat(kept.size()).isEqualTo(1);
            assertThat(kept.path(0).path("server").asString("")).isEqualTo("demo");
            assertThat(kept.path(0).path("tool").asString("")).isEqualTo("add");
            assertThat(kept.path(0).path("decision").asString("")).isEqualTo("allow");
            talk.say("add 4 and 5");
            talk.quiet();
            assertThat(lastCall().path("state").asString(""))
                    .as("nobody is asked")
                    .isEqualTo("success");

            var address = "/api/approvals/kept/" + kept.path(0).path("id").asString("");
            assertThat(page.send("DELETE", address, null).statusCode()).isEqualTo(200);

            assertThat(page.get("/api/approvals/kept").path("kept").size()).isZero();
            assertThat(page.refused("DELETE", address, null)).isEqualTo("no-such-decision");
            talk.say("add 6 and 7");
            assertThat(page.approval().path("tool").asString("")).isEqualTo("add");
            talk.decide("server");
            talk.quiet();
            assertThat(page.get("/api/approvals/kept")
                            .path("kept")
                            .path(0)
                            .path("tool")
                            .isNull())
                    .isTrue();
        }
    }

    /** Whoever allows all tools of a server means what it is then, not whatever comes to be called so. */
    @Test
    void whatWasAllowedToAServerIsNotAllowedToAnotherOfItsName() throws Exception {
        talk.say("add 2 and 3");
        talk.decide("server");
        talk.quiet();
        assertThat(page.get("/api/approvals/kept").path("kept").size()).isEqualTo(1);
        var entry = (ObjectNode) page.get("/api/servers/demo/entry").path("entry");
        entry.putObject("env").put("HARMLESS", "1");
        edit(entry);
        assertThat(page.get("/api/approvals/kept").path("kept").size())
                .as("another variable, the same server")
                .isEqualTo(1);

        var words = new ArrayList<String>(List.of("-c", "exec \"$0\" \"$@\""));
        words.addAll(DemoServer.command());
        entry.put("command", "sh");
        words.forEach(entry.putArray("args")::add);
        edit(entry);

        page.await("/api/approvals/kept", json -> json.path("kept").isEmpty());
        page.awaitServer("demo", "connected");
        talk.say("add 4 and 5");
        assertThat(page.approval().path("tool").asString("")).isEqualTo("add");
        talk.decide("server");
        talk.quiet();
        page.send("DELETE", "/api/servers/demo", null);
        page.await("/api/approvals/kept", json -> json.path("kept").isEmpty());
    }

    private void edit(ObjectNode entry) {
        var body = Json.object();
        body.set("entry", entry);
        long before = Page.server(page.get("/api/state"), "demo").path("since").longValue();
        var answer = page.send("PUT", "/api/servers/demo", Json.write(body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        page.await("/api/state", state -> {
            var demo = Page.server(state, "demo");
            return demo.path("state").asString("").equals("connected")
                    && demo.path("since").longValue() > before;
        });
    }

    @Test
    void theTimeThatSomebodyTakesIsNotTimeOfTheServer() throws Exception {
        talk.say("add 2 and 3");
        page.approval();
        var hold = new CountDownLatch(1);
        assertThat(hold.await(600, java.util.concurrent.TimeUnit.MILLISECONDS)).isFalse();
        talk.decide("once");
        talk.quiet();

        var id = lastCall().path("id").asString("");
        var call = page.await("/api/calls/" + id, json -> json.path("wireMs").isNumber());
        assertThat(call.path("waitedMs").asDouble(0)).isGreaterThan(500);
        assertThat(call.path("queueMs").asDouble(0)
                        + call.path("wireMs").asDouble(0)
                        + call.path("waitedMs").asDouble(0))
                .isLessThanOrEqualTo(call.path("tookMs").asDouble(0));
        var demo = page.get("/api/metrics").path("servers").path(0);
        assertThat(demo.path("p99").asDouble(-1))
                .isEqualTo(call.path("wireMs").asDouble(0), org.assertj.core.data.Offset.offset(0.01));
    }
}
