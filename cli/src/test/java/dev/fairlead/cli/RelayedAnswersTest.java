package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fairlead record} does with answers that are malformed, late or never come. */
@Timeout(120)
@Tag("thorough")
final class RelayedAnswersTest {
    private static final String BOTH = "{'jsonrpc':'2.0','id':7,'result':{},'error':{'code':1,'message':'x'}}";
    private static final List<String> MALFORMED = List.of(
            BOTH,
            "{'jsonrpc':'2.0','id':7,'result':{'a':1,'a':2}}",
            "{'jsonrpc':'2.0','id':7,'error':'no'}",
            "{'id':7,'result':{}}",
            "{'jsonrpc':'2.0','id':7}",
            "{'jsonrpc':'2.0','id':7,'result':{'x':" + "[".repeat(250) + "]".repeat(250) + "}}");
    private static final String ASK = "{'jsonrpc':'2.0','id':7,'method':'one'}";
    private static final String ASK_MORE = "{'jsonrpc':'2.0','id':8,'method':'another'}";

    @TempDir
    Path folder;

    private String file() {
        return folder.resolve("traffic.ndjson").toString();
    }

    private static String lines(String... messages) {
        return json(String.join("\n", messages)) + '\n';
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    /** What a server does with a message. */
    private interface Habit {
        void heard(Message message, Duplex client) throws IOException;
    }

    private static Shell server(Habit habit) {
        return new Shell().server("fake", PipeTransport.to("fake", client -> {
            try {
                for (var one = client.read(); one.isPresent(); one = client.read()) {
                    habit.heard(one.get(), client);
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }));
    }

    private static void say(Duplex client, String text) throws IOException {
        client.write(json(text).getBytes(StandardCharsets.UTF_8), false);
    }

    @Test
    void areFailuresOfTheirRequestAndOfNothingElseWhereTheyAreMalformed() {
        for (var bad : MALFORMED) {
            var shell = server((message, client) -> say(
                    client,
                    message instanceof Request asked && asked.id().equals(RequestId.of(7))
                            ? bad
                            : "{'jsonrpc':'2.0','id':8,'result':{'fine':true}}"));

            var run = shell.converse(lines(ASK, ASK_MORE), "\"id\":8", "record", file(), "fake");

            assertThat(run.code()).as(bad + run.err()).isZero();
            assertThat(run.out())
                    .as(bad)
                    .contains("\"id\":7,\"error\"", "server 'fake' to one is malformed", "\"fine\":true")
                    .hasLineCount(2);
        }
    }

    @EachEra
    void areFailuresOfTheirRequestByHttpToo(Era era) {
        try (var front = HttpFront.serving(DemoServer.script().era(era).build())) {
            front.faults()
                    .on(
                            request -> request.body().contains("\"id\":7"),
                            Fault.answer(200, Map.of("Content-Type", "application/json"), json(BOTH)));

            var run = new Shell().converse(RelayTest.talk(era, "add"), "\"id\":7", "record", file(), front.url());

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("\"id\":7,\"error\"", "to tools/call is malformed");
        }
    }

    @Test
    void endTheServersQuestionWhereTheClientsAreMalformed() {
        var shell = server((message, client) -> {
            if (message instanceof Request) {
                say(client, "{'jsonrpc':'2.0','id':'q','method':'roots/list'}");
            } else if (message instanceof Response.Failure failure) {
                say(client, "{'jsonrpc':'2.0','id':7,'result':{'told':%s}}".formatted(failure.id()));
            }
        });
        var said = lines(ASK, BOTH.replace("7", "'q'"));

        var run = shell.converse(said, "\"id\":7", "record", file(), "fake");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"id\":7,\"result\":{\"told\"").hasLineCount(2);
    }

    @EachEra
    void areWaitedForThoughTheClientHasSaidAll(Era era) throws Exception {
        var server = FakeServer.named("fake")
                .era(era)
                .tool(Tool.of("slow", null, Json.object().put("type", "object")), call -> {
                    call.pause(Duration.ofSeconds(3));
                    return CallToolResult.ofText("at last");
                })
                .build();

        var run = Shell.with(server)
                .input(RelayTest.talk(era, "slow"))
                .begin("record", file(), "fake")
                .get(60, TimeUnit.SECONDS);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("at last");
    }

    @Test
    void areToldToBeLostWhereTheyDoNotCome() throws Exception {
        var run = silent(ASK);

        assertThat(run.code()).isEqualTo(7);
        assertThat(run.err()).contains("no answer from server 'fake' to one", "the client's input has ended since");
    }

    @Test
    void areNotMissedWhereNobodyWaitsForThem() throws Exception {
        var withdrawn = "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}";

        assertThat(silent(ASK, withdrawn).code()).isZero();
        assertThat(silent(ASK.replace("one", "subscriptions/listen")).code()).isZero();
    }

    private Shell.Run silent(String... said) throws Exception {
        return server((message, client) -> {})
                .input(lines(said))
                .begin("record", file(), "fake")
                .get(60, TimeUnit.SECONDS);
    }
}
