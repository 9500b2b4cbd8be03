package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.api.Api;
import dev.fairlead.console.api.Parts;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whatever a page sends, it is refused in words and with a code, or done; nothing breaks, and nothing starts by itself. */
@Tag("thorough")
final class FieldsFuzzTest {
    /** Every address that takes something, with the members that it knows. */
    private static final Map<String, List<String>> ROUTES = Map.ofEntries(
            Map.entry("POST /api/understand", List.of("text")),
            Map.entry("POST /api/servers", List.of("text", "name", "keep")),
            Map.entry("POST /api/servers/demo/reconnect", List.of()),
            Map.entry("POST /api/servers/reconnect-all", List.of()),
            Map.entry("POST /api/traffic/clear", List.of()),
            Map.entry("POST /api/servers/nobody/disconnect", List.of()),
            Map.entry("POST /api/servers/nobody/consent", List.of("allow", "seen")),
            Map.entry("POST /api/servers/demo/consent", List.of("allow", "seen")),
            Map.entry("PUT /api/servers/demo", List.of("entry")),
            Map.entry("PUT /api/servers/nobody", List.of("entry")),
            Map.entry("POST /api/servers/demo/login", List.of()),
            Map.entry("POST /api/servers/nobody/logout", List.of()),
            Map.entry("POST /api/found/import", List.of("path", "name")),
            Map.entry("POST /api/check", List.of("server", "tool", "arguments")),
            Map.entry("POST /api/calls", List.of("server", "tool", "arguments", "timeoutMs", "by", "app", "rerunOf")),
            Map.entry("POST /api/calls/x/cancel", List.of()),
            Map.entry("POST /api/copy", List.of("server", "tool", "arguments", "as")),
            Map.entry("POST /api/saved", List.of("name", "server", "tool", "arguments")),
            Map.entry("POST /api/prompts/get", List.of("server", "name", "arguments")),
            Map.entry("POST /api/resources/read", List.of("server", "uri")),
            Map.entry("POST /api/resources/subscribe", List.of("server", "uri")),
            Map.entry("POST /api/resources/unsubscribe", List.of("server", "uri")),
            Map.entry("POST /api/complete", List.of("server", "ref", "argument", "context")),
            Map.entry("POST /api/questions/x", List.of("action", "content", "answer")),
            Map.entry("POST /api/tasks/x/cancel", List.of()),
            Map.entry("POST /api/tasks/x/ask", List.of()),
            Map.entry("POST /api/approvals/x", List.of("decision", "reason", "arguments")),
            Map.entry("POST /api/chats", List.of("model", "servers")),
            Map.entry("PATCH /api/chats/x", List.of("title", "model", "servers")),
            Map.entry("POST /api/chats/x/send", List.of("text", "resources", "prompt", "context")),
            Map.entry("POST /api/chats/x/stop", List.of()),
            Map.entry("POST /api/chats/x/continue", List.of()),
            Map.entry("POST /api/apps/agree", List.of("server", "uri", "domains", "permissions", "seen")),
            Map.entry("POST /api/apps/message", List.of("server", "uri", "method", "call", "message")),
            Map.entry("PUT /api/settings", List.of("model", "theme", "callTimeoutMs", "maxSteps")));

    /** Every address at which something is deleted, with the code where there is nothing. */
    private static final Map<String, String> DELETED = Map.of(
            "DELETE /api/servers/nobody", "no-such-server",
            "DELETE /api/saved/nothing", "no-such-saved-call",
            "DELETE /api/approvals/kept/nothing", "no-such-decision",
            "DELETE /api/chats/nothing", "no-such-chat");

    /** What nobody takes, as a whole and as a member. */
    private static final List<String> NEVER =
            List.of("", "null", "[]", "7", "\"text\"", "{\"unknown\":1}", "{", "\u0000");

    private static final List<String> NEVER_A_MEMBER =
            List.of("1e400", "[[[]]]", "\"\\u0000\\ud800\"", "[".repeat(150) + "]".repeat(150));

    private static final List<String> QUERIES = List.of(
            "/api/calls?limit=x",
            "/api/calls?limit=-1",
            "/api/calls?limit=99999999999999999999",
            "/api/calls/nothing",
            "/api/calls/nothing/result",
            "/api/calls/nothing/block/x",
            "/api/calls/nothing/block/-1",
            "/api/traffic?before=x",
            "/api/traffic?limit=0",
            "/api/traffic/x",
            "/api/traffic/99999999999999999999",
            "/api/traffic/export?as=exe",
            "/api/servers/nobody/entry",
            "/api/servers/nobody/log",
            "/api/chats/nothing",
            "/api/apps",
            "/api/apps?server=demo",
            "/api/apps?server=demo&uri=http://evil.example",
            "/api/apps?server=nobody&uri=ui://x");

    @TempDir
    private static Path home;

    private static Page page;

    @BeforeAll
    static void start() throws Exception {
        page = new Page(home);
        page.connect("demo");
    }

    @AfterAll
    static void end() {
        page.close();
    }

    @Test
    void everyFieldIsCheckedBeforeAnythingHappens() {
        var broken = new ArrayList<String>();
        ROUTES.forEach((route, names) -> {
            var words = route.split(" ", 2);
            for (var body : bodies(names)) {
                var answer = page.send(words[0], words[1], body);
                boolean never = NEVER.contains(body)
                        || NEVER_A_MEMBER.stream()
                                .anyMatch(value ->
                                        body.contains("\":" + value + "}") || body.contains("\":" + value + ","));
                if (!fine(answer.statusCode(), answer.body()) || (never && answer.statusCode() < 400)) {
                    broken.add("%s %.200s -> %d %.300s".formatted(route, body, answer.statusCode(), answer.body()));
                }
            }
        });

        assertThat(broken).isEmpty();
        assertThat(page.get("/api/state").path("servers").size()).isEqualTo(1);
        assertThat(page.get("/api/calls").path("calls").size()).isZero();
        assertThat(page.get("/api/state").path("saved").size()).isZero();
    }

    @Test
    void everyAddressThatTakesSomethingIsTried() {
        // The table needs no parts to be told; nothing of it is asked for anything.
        var routes = Api.of(new Parts(
                null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null));

        var untried = routes.describe()
                .filter(route -> !route.startsWith("GET "))
                .filter(route -> Stream.concat(ROUTES.keySet().stream(), DELETED.keySet().stream())
                        .noneMatch(tried -> tried.matches(route.replaceAll("\\{[a-z]+}", "[^/]+"))));

        assertThat(untried).isEmpty();
    }

    @Test
    void everyQueryIsChecked() {
        for (var query : QUERIES) {
            var answer = page.send("GET", query, null);

            assertThat(answer.statusCode()).as(query + " " + answer.body()).isBetween(400, 499);
            assertThat(Json.parse(answer.body()).path("error").path("code").asString(""))
                    .isNotEmpty();
        }
    }

    @Test
    void deletingNothingIsRefused() {
        DELETED.forEach((route, code) ->
                assertThat(page.refused("DELETE", route.split(" ", 2)[1], null)).isEqualTo(code));
    }

    private static boolean fine(int status, String body) {
        if (status >= 500 || status < 200) {
            return false;
        }
        if (status < 400) {
            return true;
        }
        var error = Json.parse(body).path("error");
        return !error.path("code").asString("").isEmpty()
                && !error.path("message").asString("").isEmpty();
    }

    /** Returns bodies in which one member after the other is of every wrong kind. */
    private static List<String> bodies(List<String> names) {
        var bodies = new ArrayList<>(NEVER);
        bodies.add("[".repeat(100_000));
        bodies.add("{\"a\":".repeat(5_000));
        if (!names.isEmpty()) {
            bodies.add("{}");
        }
        var wrong = List.of(
                "null",
                "true",
                "-1",
                "1e400",
                "[]",
                "[null]",
                "[[[]]]",
                "{}",
                "{\"x\":{\"y\":[{}]}}",
                "\"\"",
                "\"\\u0000\\ud800\"",
                "\"%s\"".formatted("x".repeat(1_100_000)),
                "[".repeat(150) + "]".repeat(150));
        for (var name : names) {
            for (var value : wrong) {
                bodies.add("{\"%s\":%s}".formatted(name, value));
                var whole = Json.object();
                names.forEach(other -> whole.set(other, other.equals(name) ? Json.parse("1") : good(other)));
                bodies.add(Json.write(whole)
                        .replaceFirst(
                                "\"%s\":1".formatted(name),
                                java.util.regex.Matcher.quoteReplacement("\"%s\":%s".formatted(name, value))));
            }
        }
        return bodies;
    }

    /** Returns a value that could be right, and still starts nothing: there is no such tool. */
    private static JsonNode good(String name) {
        return switch (name) {
            case "server" -> Json.parse("\"demo\"");
            case "tool" -> Json.parse("\"no such tool\"");
            case "arguments", "content", "entry", "message", "context", "argument", "ref", "answer", "app", "prompt" ->
                Json.parse("{}");
            case "timeoutMs", "callTimeoutMs", "maxSteps" -> Json.parse("5");
            case "text" -> Json.parse("\"/no/such/file.py\"");
            default -> Json.parse("\"something\"");
        };
    }
}
