package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Asking a server to shut down before its input ends: a courtesy that is off unless wanted, and never costs much. */
class PoliteShutdownTest {
    private static final String SHELL_SERVER = """
        while IFS= read -r line; do
            printf '%s\\n' "$line" >> "$1"
            id=$(printf '%s' "$line" | sed -n -e 's/.*"id":\\("[^"]*"\\).*/\\1/p' -e 's/.*"id":\\([0-9][0-9]*\\).*/\\1/p')
            case $line in
                *'"method":"initialize"'*)
                    printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"sh","version":"1"}}}\\n' "$id" ;;
                *'"method":"shutdown"'*)
                    printf '{"jsonrpc":"2.0","id":%s,"result":{}}\\n' "$id" ;;
                *'"id":'*)
                    printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\\n' "$id" ;;
            esac
        done
        echo 'end of input' >> "$1"
        """;

    private static ScriptedServer server(Era era) {
        return era == Era.MODERN ? ScriptedServer.modern() : ScriptedServer.legacy();
    }

    private static McpClient connect(ScriptedServer server, boolean polite) {
        return McpClient.connect(
                server.transport(),
                NegotiationTest.profile().politeShutdown(polite).build());
    }

    private static Duration closing(McpClient client) {
        long before = System.nanoTime();
        client.close();
        return Duration.ofNanos(System.nanoTime() - before);
    }

    @EachEra
    void aServerThatKnowsTheRequestGetsItBeforeItsInputEnds(Era era) {
        var openThen = new AtomicInteger();
        var server = server(era);
        server.on("shutdown", (request, line) -> {
            openThen.set(server.open());
            line.result(request, "{'resultType':'complete'}");
        });
        connect(server, true).close();
        await().atMost(LIMIT).until(() -> server.open() == 0);
        assertThat(server.requests("shutdown")).hasSize(1);
        assertThat(server.methods()).endsWith("shutdown");
        assertThat(openThen).hasValue(1);
    }

    @EachEra
    @Verifies("I-8")
    void whatIsUnderWayIsCancelledFirst(Era era) {
        var server = server(era).answering("shutdown", "{'resultType':'complete'}");
        var client = connect(server, true);
        var call = client.async().callTool("endless", null);
        var request = server.awaitRequest("tools/call");
        client.close();
        await().atMost(LIMIT).until(() -> server.open() == 0);
        assertThat(server.methods()).endsWith("notifications/cancelled", "shutdown");
        assertThat(server.notifications("notifications/cancelled"))
                .singleElement()
                .satisfies(cancelled -> assertThat(
                                cancelled.params().path("requestId").asString())
                        .isEqualTo(request.id().toJson().asString()));
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
    }

    @EachEra
    void aServerThatDoesNotKnowTheRequestDelaysTheEndByNoMoreThanASecondOrSo(Era era) {
        var server = server(era).refusing("shutdown", -32601, "Method not found");
        var client = connect(server, true);
        assertThat(closing(client)).isLessThan(Duration.ofSeconds(10));
        await().atMost(LIMIT).until(() -> server.open() == 0);
        assertThat(server.requests("shutdown")).hasSize(1);
    }

    @EachEra
    void aServerThatNeverAnswersDelaysTheEndByAboutASecond(Era era) {
        var server = server(era);
        var client = connect(server, true);
        assertThat(closing(client)).isBetween(Duration.ofMillis(900), Duration.ofSeconds(10));
        await().atMost(LIMIT).until(() -> server.open() == 0);
        assertThat(server.requests("shutdown")).hasSize(1);
    }

    @EachEra
    void aServerThatHangsUpInsteadOfAnsweringDelaysItNoMore(Era era) {
        var server = server(era).on("shutdown", (request, line) -> line.hangUp());
        assertThat(closing(connect(server, true))).isLessThan(Duration.ofSeconds(10));
    }

    @EachEra
    void nobodyIsAskedUnlessThatIsWanted(Era era) {
        var server = server(era).answering("shutdown", "{'resultType':'complete'}");
        connect(server, false).close();
        McpClient.connect(server.transport(), NegotiationTest.profile().build()).close();
        await().atMost(LIMIT).until(() -> server.open() == 0);
        assertThat(server.openings()).isEqualTo(2);
        assertThat(server.requests("shutdown")).isEmpty();
        assertThat(ClientProfile.usual().politeShutdown()).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Verifies("C-7")
    void aProcessReadsTheRequestAndThenTheEndOfItsInput(@TempDir Path folder) throws Exception {
        var script = Files.writeString(folder.resolve("server.sh"), SHELL_SERVER);
        assertThat(linesHeard(script, folder.resolve("polite"), true))
                .hasSize(5)
                .satisfies(lines -> assertThat(lines.get(3)).contains("\"method\":\"shutdown\""))
                .endsWith("end of input");
        assertThat(linesHeard(script, folder.resolve("usual"), false))
                .hasSize(4)
                .noneMatch(line -> line.contains("shutdown"))
                .endsWith("end of input");
    }

    private static List<String> linesHeard(Path script, Path log, boolean polite) throws Exception {
        var command = ServerCommand.of(List.of("sh", script.toString(), log.toString()));
        McpClient.connect(
                        StdioTransport.of(command),
                        NegotiationTest.profile()
                                .probePatience(Duration.ofSeconds(20))
                                .politeShutdown(polite)
                                .build())
                .close();
        return Files.readAllLines(log);
    }
}
