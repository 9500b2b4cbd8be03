package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Whatever is done to a server in quick succession, in the end it is as the last of it says. */
final class ServerOrderTest {
    private static final int CHANGES = 16;

    @TempDir
    private Path home;

    private Page page;

    @BeforeEach
    void start() throws Exception {
        page = new Page(home);
    }

    @AfterEach
    void end() {
        page.close();
    }

    /** Returns the entry of a server that takes its time to start, and can be told from others by its number. */
    private static ObjectNode slow(int number) {
        var demo = DemoServer.command().stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        var entry = Json.object().put("command", "sh");
        entry.putArray("args").add("-c").add("sleep 0.3; exec " + demo).add("number-" + number);
        return entry;
    }

    private int add(int number, boolean keep) {
        var json = Json.object();
        json.putObject("mcpServers").set("slow", slow(number));
        var body =
                Json.object().put("text", Json.write(json)).put("name", "slow").put("keep", keep);
        return page.send("POST", "/api/servers", Json.write(body)).statusCode();
    }

    private int change(String method, String path, String body) {
        return page.send(method, "/api/servers/slow" + path, body).statusCode();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLastChangeWins(boolean keep) {
        int rounds = keep ? CHANGES / 2 : CHANGES;
        var random = new Random(keep ? 7 : 11);
        var done = new ArrayList<String>();
        boolean there = false;
        boolean connected = false;
        int number = 0;
        for (int i = 0; i < rounds; i++) {
            var wish =
                    List.of("add", "edit", "remove", "disconnect", "reconnect").get(random.nextInt(5));
            int status = switch (wish) {
                case "add" -> add(i, keep);
                case "edit" -> {
                    var body = Json.object();
                    body.set("entry", slow(i));
                    yield change("PUT", "", Json.write(body));
                }
                case "remove" -> change("DELETE", "", null);
                default -> change("POST", "/" + wish, "{}");
            };
            done.add(wish + " " + status);
            int expected = wish.equals("add") ? (there ? 409 : 200) : there ? 200 : 404;
            assertThat(status).as(done.toString()).isEqualTo(expected);
            if (status == 200) {
                there = !wish.equals("remove");
                connected = there && !wish.equals("disconnect");
                number = wish.equals("add") || wish.equals("edit") ? i : number;
            }
        }
        if (!there) {
            assertThat(add(rounds, keep)).as(done.toString()).isEqualTo(200);
            number = rounds;
            connected = true;
        }

        var words = "number-" + number;
        var expected = connected ? "connected" : "disconnected";
        page.await("/api/state", state -> {
            var server = Page.server(state, "slow");
            return server.path("state").asString("").equals(expected)
                    && server.path("where").asString("").endsWith(words);
        });
        settled();
        var server = Page.server(page.get("/api/state"), "slow");
        assertThat(server.path("state").asString("")).as(done.toString()).isEqualTo(expected);
        assertThat(server.path("where").asString("")).endsWith(words);
        assertThat(change("DELETE", "", null)).isEqualTo(200);
        page.await("/api/state", state -> state.path("servers").isEmpty());
    }

    /** Lets another server come up, for which whatever is left to be done has time enough. */
    private void settled() {
        page.connect("demo");
        page.send("DELETE", "/api/servers/demo", null);
        page.await("/api/state", state -> state.path("servers").size() == 1);
    }

    @Test
    void ofThoseWhoWishForOneNameAtOnceOneGetsIt() throws Exception {
        for (int round = 0; round < 3; round++) {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var answers = IntStream.range(0, 8)
                        .mapToObj(number -> threads.submit(() -> add(number, false)))
                        .toList();
                int won = 0;
                for (var answer : answers) {
                    won += answer.get() == 200 ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
            }
            assertThat(change("DELETE", "", null)).isEqualTo(200);
        }
        page.await("/api/state", state -> state.path("servers").isEmpty());
    }

    @Test
    void aDisconnectEndsTheCallsThatRun() {
        page.connect("demo");
        var id = page.post(
                        "/api/calls",
                        "{\"server\":\"demo\",\"tool\":\"%s\",\"arguments\":%s}".formatted("sleep", "{\"seconds\":60}"))
                .path("id")
                .asString("");
        page.await("/api/calls/" + id, call -> !call.path("traffic").isEmpty());

        page.post("/api/servers/demo/disconnect", "{}");

        var call = page.awaitCall(id);
        assertThat(call.path("state").asString("")).isEqualTo("failed");
        assertThat(call.path("error").path("code").asString("")).isEqualTo("disconnected");
        assertThat(call.path("error").path("message").asString(""))
                .isEqualTo("server 'demo' was disconnected while the call was under way;"
                        + " whether it was carried out is unknown");
        assertThat(call.path("tookMs").asDouble()).isLessThan(9_500); // What ends gently has ten seconds.
    }
}
