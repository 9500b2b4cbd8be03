package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code fairlead record} stands between a client and a server, and changes nothing of what they say. */
@Timeout(300)
@Tag("thorough")
final class RelayTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("traffic.ndjson");
    }

    private static Shell.Run run(List<String> words) {
        return new Shell().run(words.toArray(String[]::new));
    }

    private static List<String> with(List<String> words, List<String> command, String... options) {
        return Stream.of(words, List.of(options), List.of("--"), command)
                .flatMap(List::stream)
                .toList();
    }

    private List<String> fairlead(String... words) {
        var command = CommandProcess.java(List.of(), Main.class);
        command.addAll(List.of(words));
        return command;
    }

    /** Returns what a client says that calls a tool with the id 7. */
    static String talk(Era era, String tool) {
        var call =
                "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'%s','arguments':{'a':1,'b':2}%s}}\n";
        var lines = era == Era.MODERN
                ? call.formatted(
                        tool,
                        ",'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                                + "'io.modelcontextprotocol/clientInfo':{'name':'c','version':'1'},"
                                + "'io.modelcontextprotocol/clientCapabilities':{}}")
                : "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18',"
                        + "'capabilities':{},'clientInfo':{'name':'c','version':'1'}}}\n"
                        + "{'jsonrpc':'2.0','method':'notifications/initialized'}\n"
                        + call.formatted(tool, "");
        return lines.replace('\'', '"');
    }

    @Test
    void changeNothingAndRecordAll() {
        for (var era : List.of("legacy", "modern")) {
            var file = folder.resolve(era + ".ndjson").toString();
            var relayed = Stream.of(fairlead("record", file, "--"), DemoServer.command("--era", era))
                    .flatMap(List::stream)
                    .toList();

            var run = run(with(List.of("call", "add", "a=2", "b=3"), relayed));

            assertThat(run).as(run.err()).isEqualTo(new Shell.Run(0, "5\n", ""));
            assertThat(run(with(List.of("call", "add", "a=2", "b=3"), fairlead("replay", file))))
                    .isEqualTo(new Shell.Run(0, "5\n", ""));
        }
    }

    @Test
    void leadToServersWithAUrl() {
        for (var era : Era.values()) {
            try (var front = HttpFront.serving(DemoServer.script().era(era).build())) {
                var file = folder.resolve(era + ".ndjson").toString();

                var run = run(with(List.of("call", "add", "a=2", "b=3"), fairlead("record", file, front.url())));

                assertThat(run).as(era + run.err()).isEqualTo(new Shell.Run(0, "5\n", ""));
                assertThat(run(with(List.of("call", "add", "a=2", "b=3"), fairlead("replay", file))))
                        .isEqualTo(new Shell.Run(0, "5\n", ""));
            }
        }
    }

    @Test
    void takeTheOlderWayWhereTheNewOneLeadsNowhere() throws Exception {
        try (var front = HttpFront.serving(DemoServer.script().era(Era.LEGACY).build())) {
            for (var options : List.of(
                    List.<String>of(), List.of("--transport", "sse-first"), List.of("--transport", "sse-only"))) {
                Files.deleteIfExists(file());
                var record = fairlead("record", file().toString(), front.sseUrl());
                record.addAll(options);

                var run = run(with(List.of("call", "add", "a=2", "b=3"), record));

                assertThat(run).as(options + run.err()).isEqualTo(new Shell.Run(0, "5\n", ""));
                assertThat(Files.readString(file())).contains("HTTP+SSE");
                assertThat(run(with(List.of("call", "add", "a=2", "b=3"), fairlead("replay", file().toString()))))
                        .isEqualTo(new Shell.Run(0, "5\n", ""));
            }
            var only = fairlead("record", file().toString(), front.sseUrl(), "--transport", "http-only");
            assertThat(run(with(List.of("call", "add", "a=2", "b=3"), only)).code())
                    .isEqualTo(4);
        }
    }

    @Test
    void repeatInHeadersWhatOurClientWouldRepeat() {
        var schema = Json.parse("{'type':'object','properties':{'where':{'type':'string','x-mcp-header':'Place'}}}"
                        .replace('\'', '"'))
                .asObject();
        var server = FakeServer.named("fake")
                .era(Era.MODERN)
                .pageSize(1)
                .tool(Tool.of("first", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("?"))
                .tool(
                        Tool.of("go", null, schema),
                        call -> CallToolResult.ofText("went to " + call.text("where", "nowhere")))
                .build();
        try (var front = HttpFront.serving(server)) {
            var record = fairlead("record", file().toString(), front.url());

            // The client lists the tools before it calls one, and the relay listens.
            assertThat(run(with(List.of("call", "go", "where=Å"), record)))
                    .isEqualTo(new Shell.Run(0, "went to Å\n", ""));
            // This one does not, and the relay finds out.
            var unlisted = new Shell()
                    .converse(
                            talk(Era.MODERN, "go").replace("\"a\":1", "\"where\":\"here\""),
                            "\"id\":7",
                            "record",
                            folder.resolve("other").toString(),
                            front.url());
            assertThat(unlisted.out())
                    .as(unlisted.err())
                    .contains("went to here")
                    .hasLineCount(1);
            assertThat(front.requests())
                    .anyMatch(request -> request.header("Mcp-Param-Place").equals(Optional.of("here")));
            assertThat(server.complaints()).isEmpty();
        }
    }

    @Test
    void letOnlyTheTypedRevisionPass() {
        for (var version : List.of("2025-06-18", "2026-07-28")) {
            try (var front = HttpFront.serving(DemoServer.script().build())) {
                var file = folder.resolve(version).toString();
                var record = fairlead("record", file, front.url(), "--protocol", version);

                var info = run(with(List.of("info", "--json"), record));

                assertThat(Json.parse(info.out())
                                .path("server")
                                .path("protocolVersion")
                                .asString(""))
                        .as(info.err())
                        .isEqualTo(version);
                assertThat(run(with(List.of("tools", "--protocol", "2025-11-25"), record)))
                        .satisfies(run -> assertThat(run.code()).isEqualTo(4))
                        .satisfies(run -> assertThat(run.err())
                                .contains("offers " + version + "; this client may speak 2025-11-25"));
            }
        }
        assertThat(run(List.of("record", "x", "demo", "--protocol", "1999-01-01")))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("there is no protocol revision '1999-01-01'"));
        assertThat(Path.of("x")).doesNotExist();
    }

    private static FakeServer slow(Era era) {
        return FakeServer.named("fake")
                .era(era)
                .tool(Tool.of("slow", null, Json.object().put("type", "object")), call -> {
                    call.pause(Duration.ofMinutes(5));
                    return CallToolResult.ofText("late");
                })
                .build();
    }

    private static void awaitCancelled(FakeServer server) throws InterruptedException {
        var said = server.awaitReceived(
                message -> message instanceof Notification news && news.method().equals("notifications/cancelled"),
                Duration.ofSeconds(60));
        assertThat(((Notification) said).params()).hasToString("{\"reason\":\"timed out\",\"requestId\":7}");
    }

    @EachEra
    void waitNoLongerThanTyped(Era era) throws Exception {
        var server = slow(era);
        var run = Shell.with(server)
                .converse(talk(era, "slow"), "\"id\":7", "record", file().toString(), "fake", "--timeout", "1s");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("--timeout is over", "\"id\":7");
        awaitCancelled(server);
    }

    @EachEra
    void waitNoLongerThanTypedForServersWithAUrl(Era era) throws Exception {
        var server = slow(era);
        try (var front = HttpFront.serving(server)) {
            var run = new Shell()
                    .converse(
                            talk(era, "slow"), "\"id\":7", "record", file().toString(), front.url(), "--timeout", "5s");

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("--timeout is over", "\"id\":7");
            if (era == Era.LEGACY) { // To the others, hanging up says it.
                awaitCancelled(server);
            }
        }
    }

    @Test
    void goOnWhereTheServerRefusesWhatHasNoAnswer() {
        try (var front = HttpFront.serving(DemoServer.script().era(Era.LEGACY).build())) {
            front.faults().on(RecordedRequest.rpc("notifications/odd"), Fault.answer(400));
            front.faults().on(request -> request.body().contains("\"id\":99"), Fault.answer(500));
            var odd = """
                {"jsonrpc":"2.0","method":"notifications/odd"}
                {"jsonrpc":"2.0","id":99,"result":{}}
                """;
            var said = talk(Era.LEGACY, "add").replaceFirst("(?=.*\"id\":7)", odd);

            var run = new Shell().converse(said, "\"id\":7", "record", file().toString(), front.url());

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("\"id\":7,\"result\"");
            assertThat(run.err()).contains("400", "500");
        }
    }

    @Test
    void leaveWithTheClientThoughTheServerNeverAnswers() throws Exception {
        try (var front = HttpFront.serving(DemoServer.script().era(Era.LEGACY).build())) {
            front.faults().on(request -> true, Fault.stall());

            var run = new Shell()
                    .input(talk(Era.LEGACY, "add"))
                    .begin("record", file().toString(), front.url(), "--transport", "http-only")
                    .get(60, TimeUnit.SECONDS);

            assertThat(run.code()).as(run.err()).isEqualTo(7);
            assertThat(run.err()).contains("initialize", "the client's input has ended since");
            assertThat(run.out()).isEmpty();
        }
    }

    @EachEra
    void tellEverythingToWhoWantsToKnow(Era era) {
        var server = DemoServer.script().era(era).build();
        var run = Shell.with(server).converse(talk(era, "add"), "\"id\":7", "record", file().toString(), "fake", "-v");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("[sent] {", "[received] {");
        assertThat(run.out().lines()).allMatch(line -> line.startsWith("{"));
    }

    @Test
    void sayWhyTheServerIsNotThere() {
        var run = run(List.of("record", file().toString(), "--", "fairlead-no-such-program"));

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("fairlead-no-such-program");
    }

    @Test
    void failWhereTheClientUsesAnIdTwiceAtOnce() throws Exception {
        var server = FakeServer.named("fake")
                .tool(Tool.of("slow", null, Json.object().put("type", "object")), call -> {
                    call.pause(Duration.ofMinutes(5));
                    return CallToolResult.ofText("late");
                })
                .build();
        var ask = "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'slow','arguments':{},"
                + "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}}\n";
        // The client stays: one that leaves is not waited for long, and may be gone before this is noticed.
        try (var front = HttpFront.serving(server);
                var speaking = new PipedOutputStream();
                var listening = new PipedInputStream(speaking, 1 << 16)) {
            speaking.write((ask + ask).replace('\'', '"').getBytes(StandardCharsets.UTF_8));
            speaking.flush();
            var run = new Shell()
                    .attendedBy(listening)
                    .begin("record", file().toString(), front.url())
                    .get(60, TimeUnit.SECONDS);

            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains("the client sent tools/call", "id 1 is in use");
        }
    }

    @Test
    void needAFileAndAServer() {
        assertThat(run(List.of("record")).err()).contains("no file is named");
        assertThat(run(List.of("record", "x")).err()).contains("no server is named");
        assertThat(run(List.of("record", "x", "demo", "--json")).code()).isEqualTo(2);
        assertThat(run(List.of("record", "x", "http://localhost:1/", "--no-browser"))
                        .code())
                .isEqualTo(2);
    }
}
