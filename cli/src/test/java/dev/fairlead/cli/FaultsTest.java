package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.FaultyServer.Fault;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.HttpServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What every verb ends with, by how the server fails it: a refusal is 5, an end 4, and silence 7. */
@Timeout(120)
@Tag("thorough")
final class FaultsTest {
    @TempDir
    Path folder;

    /** What is typed, and what it asks of the server. */
    record Row(Era era, String words, String method) {
        static Stream<Row> both(String words, String method) {
            return Stream.of(new Row(Era.LEGACY, words, method), new Row(Era.MODERN, words, method));
        }
    }

    static List<Row> rows() {
        return Stream.of(
                        Row.both("tools fake", "tools/list"),
                        Row.both("call fake one", "tools/call"),
                        Row.both("bench fake one --calls 2 --warmup 0", "tools/call"),
                        Row.both("prompts fake", "prompts/list"),
                        Row.both("prompt fake greet", "prompts/get"),
                        Row.both("resources fake", "resources/list"),
                        Row.both("templates fake", "resources/templates/list"),
                        Row.both("read fake mem:/note", "resources/read"),
                        Row.both("complete fake greet name=x", "completion/complete"),
                        Row.both("info fake", "prompts/list"),
                        Row.both("codegen fake --package a.b --output OUT", "tools/list"),
                        Row.both("tasks fake get x", "tasks/get"),
                        Row.both("tasks fake cancel x", "tasks/cancel"),
                        Row.both("tasks fake watch x", "tasks/get"),
                        Row.both("doctor fake", "prompts/list"),
                        Stream.of(
                                new Row(Era.LEGACY, "ping fake --count 1", "ping"),
                                new Row(Era.LEGACY, "info fake", "ping"),
                                new Row(Era.LEGACY, "tasks fake", "tasks/list"),
                                new Row(Era.LEGACY, "tasks fake result x", "tasks/result"),
                                new Row(Era.MODERN, "tasks fake result x", "tasks/get"),
                                new Row(Era.LEGACY, "watch fake", "logging/setLevel"),
                                new Row(Era.LEGACY, "watch fake --resource mem:/note", "resources/subscribe"),
                                new Row(Era.MODERN, "watch fake --resource mem:/note", "subscriptions/listen")))
                .flatMap(rows -> rows)
                .toList();
    }

    private Shell.Run run(Row row, Fault fault, String... more) {
        var words = new ArrayList<>(
                Arrays.asList(row.words().replace("OUT", folder.toString()).split(" ")));
        words.addAll(List.of(more));
        return FaultyServer.shell(FaultyServer.whole(row.era()), row.method(), fault)
                .run(words.toArray(String[]::new));
    }

    private static void judged(Shell.Run run, int code) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        var last = Json.parse(run.out().lines().toList().getLast());
        assertThat(last.path("success").booleanValue(true)).as(run.out()).isFalse();
        assertThat(last.path("error").path("type").asString("")).as(run.out()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRefusalIsNoUnreachableServer(Row row) {
        judged(run(row, Fault.REFUSED, "--json"), 5);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void anEndOfTheConnectionIsOne(Row row) {
        judged(run(row, Fault.DEAD, "--json"), 4);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void silenceIsATimeLimit(Row row) {
        judged(run(row, Fault.SILENT, "--json", "--timeout", "1s"), 7);
    }

    @Test
    void aRefusalToLogDoesNotSpoilWhatIsAskedForBeside() {
        var run = run(new Row(Era.LEGACY, "call fake one", "logging/setLevel"), Fault.REFUSED, "--verbose");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("1\n");
        assertThat(run.err()).contains("not today");
    }

    @Test
    void anAnswerThatDoesNotFitEndsWatching() {
        var row = new Row(Era.LEGACY, "watch fake", "logging/setLevel");
        for (var run : List.of(
                run(row, Fault.ASKING, "--answer", "age=old"),
                run(row, Fault.ASKING, "--answer", "age=old", "--json"))) {
            assertThat(run.code()).as(run.err()).isEqualTo(6);
            assertThat(run.out() + run.err()).contains("age");
        }
    }

    @Test
    void aRefusalWhileSomethingIsDecidedIsNoUnreachableServer() throws Exception {
        try (var site = HttpServer.start(exchange -> {
            var asked = Json.parse(exchange.request().body());
            var answer = Json.object().put("jsonrpc", "2.0");
            answer.set("id", asked.get("id"));
            switch (asked.path("method").asString("")) {
                case "initialize" ->
                    answer.set(
                            "result",
                            Json.parse("{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                                    + "\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}"));
                case "notifications/initialized" -> {
                    exchange.answer(202);
                    return;
                }
                default ->
                    answer.set("error", Json.object().put("code", -32_601).put("message", "not today"));
            }
            exchange.answer(200, Map.of("Content-Type", "application/json"), Json.write(answer));
        })) {
            var home = ServersTest.ownFolder(folder.resolve("home"));
            ObjectNode servers = Json.object();
            servers.putObject("far").put("url", site.origin() + "/mcp");
            ServersTest.write(home.resolve("fairlead.json"), servers);
            var run = new Shell().home(home).run("policy", "allow", "far", "add", "--yes", "--json");
            judged(run, 5);
        }
    }
}
