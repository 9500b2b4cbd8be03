package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A model uses the servers, under the eyes of whoever asked it, and all of it outlasts the console. */
final class ChatTest {
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

    private static JsonNode last(JsonNode chat, String type) {
        return chat.path("items")
                .valueStream()
                .filter(item -> item.path("type").asString("").equals(type))
                .reduce((before, after) -> after)
                .orElseGet(Json::object);
    }

    @Test
    void nothingIsCalledBeforeSomebodyAllowedIt() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            talk.say("add 2 and 3");
            var asked = page.approval();
            assertThat(asked.path("tool").asString("")).isEqualTo("add");
            assertThat(asked.path("chat").asString("")).isEqualTo(talk.id());
            assertThat(page.get("/api/calls/" + asked.path("call").asString(""))
                            .path("state")
                            .asString(""))
                    .isEqualTo("approval");

            talk.decide("once");

            var done = talk.quiet();
            assertThat(last(done, "call").path("callState").path("state").asString(""))
                    .isEqualTo("success");
            assertThat(last(done, "assistant").path("text").asString("")).contains("5");
            events.await("chat-text", data -> data.path("chat").asString("").equals(talk.id()) && data.has("from"));
            events.await(
                    "approval-gone", data -> data.path("decision").asString("").equals("once"));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(spoken(events))
                            .isEqualTo(last(done, "assistant").path("text").asString("")));
        }
    }

    private static String spoken(Page.Events events) {
        return events.seen().stream()
                .filter(event -> event.type().equals("chat-text"))
                .map(event -> event.data().path("delta").asString(""))
                .collect(Collectors.joining());
    }

    @Test
    void somebodyMayChangeTheArgumentsButOnlyToWhatFits() {
        talk.say("add 2 and 3");
        var address = "/api/approvals/" + page.approval().path("id").asString("");
        assertThat(page.refused("POST", address, "{\"decision\":\"once\",\"arguments\":{\"a\":\"x\"}}"))
                .isEqualTo("bad-arguments");

        page.post(address, "{\"decision\":\"once\",\"arguments\":{\"a\":40,\"b\":2}}");

        var call = last(talk.quiet(), "call").path("callState");
        assertThat(call.path("arguments").path("a").asInt()).isEqualTo(40);
        assertThat(call.path("result").path("content").path(0).path("text").asString(""))
                .isEqualTo("42");
        assertThat(page.refused("POST", address, "{\"decision\":\"once\"}")).isEqualTo("answered");
    }

    @Test
    void aNoIsToldToTheModelWithItsReason() {
        talk.say("add 2 and 3");
        talk.deny("too expensive");

        var done = talk.quiet();

        assertThat(last(done, "call").path("callState").path("state").asString(""))
                .isEqualTo("denied");
        assertThat(last(done, "assistant").path("text").asString("")).contains("too expensive");
    }

    @Test
    void aYesForTheChatHoldsForTheChatAlone() {
        talk.say("add 2 and 3");
        talk.decide("chat");
        talk.quiet();

        talk.say("add 4 and 5");

        assertThat(last(talk.quiet(), "assistant").path("text").asString("")).contains("9");
        page.send("PUT", "/api/settings", "{\"maxSteps\":7}");
        talk.say("add 40 and 50");
        assertThat(last(talk.quiet(), "assistant").path("text").asString(""))
                .as("with another limit, too")
                .contains("90");
        talk = new Talk(page);
        talk.say("add 6 and 7");
        assertThat(page.approval().path("chat").asString("")).isEqualTo(talk.id());
        page.post("/api/chats/" + talk.id() + "/stop", "{}");
        talk.quiet();
    }

    @Test
    void aServerThatTakesLongToConnectDoesNotKeepTheModelWaiting() {
        page.post("/api/servers", "{\"text\":\"sh -c 'cat > /dev/null'\",\"name\":\"late\"}");
        page.awaitServer("late", "connecting");
        long asked = System.nanoTime();

        talk.say("add 2 and 3");

        page.approval();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(8)); // not ten
        talk.decide("once");
        assertThat(last(talk.quiet(), "note").path("text").asString("")).contains("'late' is still connecting");
    }

    @Test
    void stoppingEndsTheModelAndItsCalls() {
        talk.say("sleep seconds=60");
        talk.decide("once");
        page.await(
                "/api/chats/" + talk.id(),
                json -> last(json, "call")
                        .path("callState")
                        .path("state")
                        .asString("")
                        .equals("running"));

        page.post("/api/chats/" + talk.id() + "/stop", "{}");

        var done = talk.quiet();
        assertThat(last(done, "call").path("callState").path("state").asString(""))
                .isEqualTo("cancelled");
        assertThat(page.get("/api/state").path("approvals").size()).isZero();
        assertThat(page.refused("POST", "/api/chats/" + talk.id() + "/stop", "{}"))
                .isEqualTo("not-running");
    }

    @Test
    void aQuestionOfAServerStandsInTheConversationThatCausedIt() {
        talk.say("ask");
        talk.decide("server");

        var question = page.await(
                        "/api/state", state -> !state.path("questions").isEmpty())
                .path("questions")
                .path(0);
        assertThat(question.path("chat").asString("")).isEqualTo(talk.id());
        page.post(
                "/api/questions/" + question.path("id").asString(""),
                "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}");

        assertThat(last(talk.quiet(), "assistant").path("text").asString("")).contains("Hello, Ann");
    }

    @Test
    void whatWasSaidAndDoneOutlastsTheConsole() throws Exception {
        talk.say("add 2 and 3");
        talk.decide("once");
        talk.quiet();
        page.post("/api/saved", "{\"name\":\"mine\",\"server\":\"demo\",\"tool\":\"add\",\"arguments\":{\"a\":1}}");
        page.send("PUT", "/api/settings", "{\"theme\":\"dark\"}");
        talk.say("add 5 and 6");
        page.approval();
        var before = page.origin();
        var position = page.get("/api/state").path("seq").asString("");

        page.restart();

        assertThat(page.origin()).as("the same address").isEqualTo(before);
        var state = page.get("/api/state");
        assertThat(state.path("saved").path(0).path("name").asString("")).isEqualTo("mine");
        assertThat(state.path("settings").path("theme").asString("")).isEqualTo("dark");
        assertThat(state.path("chats").size()).isEqualTo(1);
        assertThat(state.path("calls").size()).isEqualTo(2);
        assertThat(state.path("calls").path(0).path("state").asString("")).isEqualTo("success");
        var kept = page.get("/api/chats/" + talk.id());
        assertThat(kept.path("head").path("running").asBoolean()).isFalse();
        assertThat(kept.path("items").path(0).path("text").asString("")).isEqualTo("add 2 and 3");
        assertThat(last(kept, "note").path("text").asString("")).isNotEmpty();
        page.awaitServer("demo", "connected");
        try (var events = page.events(position)) {
            events.await("reset", data -> true);
        }
        talk.say("add 7 and 8");
        talk.decide("once");
        assertThat(last(talk.quiet(), "assistant").path("text").asString("")).contains("15");
    }

    @Test
    void whatIsKeptIsForItsOwnerAlone() throws Exception {
        talk.say("add 2 and 3");
        talk.decide("once");
        talk.quiet();
        page.restart();

        try (var files = Files.walk(home.resolve("console"))) {
            assertThat(files.filter(Files::isRegularFile).toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void conversationsAreNamedChangedAndDeleted() {
        page.send("PATCH", "/api/chats/" + talk.id(), "{\"title\":\"Sums\",\"servers\":[\"demo\"]}");
        var head = page.get("/api/chats/" + talk.id()).path("head");
        assertThat(head.path("title").asString("")).isEqualTo("Sums");
        assertThat(head.path("servers").path(0).asString("")).isEqualTo("demo");
        assertThat(page.refused("PATCH", "/api/chats/" + talk.id(), "{\"servers\":[\"nobody\"]}"))
                .isEqualTo("no-such-server");
        assertThat(page.refused("PATCH", "/api/chats/" + talk.id(), "{\"model\":\"nobody\"}"))
                .isEqualTo("no-such-model");

        assertThat(page.send("DELETE", "/api/chats/" + talk.id(), null).statusCode())
                .isEqualTo(200);
        assertThat(page.get("/api/state").path("chats").size()).isZero();
    }
}
