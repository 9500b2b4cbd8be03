package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens at a server, as it happens. */
@Timeout(120)
class WatchTest {
    private static final String URI = "mem:/note\u001b[2J";

    private static FakeServer server(Era era) {
        return FakeServer.named("fake")
                .era(era)
                .tool(Tool.of("one", "One", Json.object().put("type", "object")), call -> CallToolResult.ofText("1"))
                .resource(Resource.of(URI, "note"), (uri, call) -> ReadResourceResult.of())
                .build();
    }

    private static CompletableFuture<Shell.Run> running(Shell shell, String... words) {
        var running = shell.begin(words);
        shell.awaitOutput("connected");
        return running;
    }

    @EachEra
    void changesAreLinesForPeople(Era era) throws Exception {
        var server = server(era);
        var running = running(Shell.with(server), "watch", "fake", "--resource", URI, "--count", "2");
        server.tell(new ServerEvent.ResourceUpdated(URI));
        server.tell(new ServerEvent.ToolsChanged());
        var run = running.get(60, TimeUnit.SECONDS);

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .matches("(?s)\\d\\d:\\d\\d:\\d\\d\\.\\d\\d\\d  connected to 'fake'.*")
                .contains("resource changed  mem:/note", "tools changed")
                .doesNotContain("\u001b");
    }

    @EachEra
    void changesAreDocumentsForPrograms(Era era) throws Exception {
        var server = server(era);
        var running = running(Shell.with(server), "watch", "fake", "--resource", URI, "--count", "1", "--json");
        server.tell(new ServerEvent.ResourceUpdated(URI));
        var lines =
                running.get(60, TimeUnit.SECONDS).out().lines().map(Json::parse).toList();

        assertThat(lines)
                .extracting(line -> line.path("event").asString())
                .containsExactly("connected", "resource-updated", "ended");
        assertThat(lines.get(1).path("uri").asString()).isEqualTo(URI);
        assertThat(lines).allMatch(line -> line.path("time").asString().endsWith("Z"));
        assertThat(lines.getLast().path("success").booleanValue()).isTrue();
    }

    @EachEra
    void aServerThatBrokeIsWatchedAgain(Era era) throws Exception {
        var server = server(era);
        var shell = Shell.with(server);
        var running = running(shell, "watch", "fake", "--count", "1");
        server.disconnect();
        shell.awaitOutput("connected again");
        server.tell(new ServerEvent.ToolsChanged());
        var run = running.get(60, TimeUnit.SECONDS);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("connection lost: ", "connected again; what changed in between is not known");
    }

    @Test
    void timeEndsIt() {
        var run = Shell.with(server(Era.MODERN)).run("watch", "fake", "--for", "50ms");

        assertThat(run.code()).isZero();
        assertThat(run.out()).hasLineCount(1);
    }

    @Test
    void ctrlCIsAnInterruption() throws Exception {
        var shell = Shell.with(server(Era.MODERN));
        var running = running(shell, "watch", "fake");
        shell.interrupt();

        assertThat(running.get(60, TimeUnit.SECONDS).code()).isEqualTo(130);
    }

    @Test
    void theLastDocumentTellsOfAnInterruptionToo() throws Exception {
        var shell = Shell.with(server(Era.MODERN));
        var running = running(shell, "watch", "fake", "--json");
        shell.interrupt();
        var last = Json.parse(
                running.get(60, TimeUnit.SECONDS).out().lines().toList().getLast());

        assertThat(last.path("event").stringValue()).isEqualTo("ended");
        assertThat(last.path("time").stringValue()).endsWith("Z");
        assertThat(last.path("error").path("type").stringValue()).isEqualTo("interrupted");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--level loud | --level is one of debug",
                "--count 0 | --count is at least 1",
                "x | 'x' is one word"
            })
    void whatMakesNoSenseIsRefused(String words, String sentence) {
        var run = Shell.with(server(Era.MODERN)).run(("watch fake " + words).split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }

    @Test
    void whatAServerDoesNotOfferIsSaid() {
        var bare = FakeServer.named("fake").era(Era.LEGACY).build();
        var run = Shell.with(bare).run("watch", "fake", "--resource", "mem:/x");

        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).startsWith("fairlead: ");
    }
}
