package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HostileServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How quick a server is, measured honestly. */
@Timeout(120)
final class BenchTest {
    private final AtomicInteger calls = new AtomicInteger();
    private final FakeServer server = FakeServer.named("fake")
            .tool(Tool.of("count", null, Json.object().put("type", "object")), call -> {
                calls.incrementAndGet();
                return CallToolResult.ofText("counted");
            })
            .tool(
                    Tool.of("odd", null, Json.object().put("type", "object")),
                    call -> calls.incrementAndGet() % 2 == 0
                            ? CallToolResult.ofText("even")
                            : CallToolResult.failure("odd"))
            .build();

    @Test
    void pingsAreMeasuredAndNoToolIsCalledUnnamed() {
        var run = Shell.with(server).run("bench", "fake", "--calls", "20", "--warmup", "3");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("connected in ", "20 pings answered, 0 failed", " calls/s", "p50 ", "max ");
        assertThat(calls).hasValue(0);
    }

    @Test
    void namedToolsAreCalledAsOftenAsAsked() {
        var run = Shell.with(server).run("bench", "fake", "count", "-n", "50", "-c", "4", "--warmup", "5", "--json");

        var document = Json.parse(run.out());
        assertThat(document.path("answered").intValue()).isEqualTo(50);
        assertThat(document.path("failed").intValue()).isZero();
        assertThat(document.path("finished").booleanValue()).isTrue();
        assertThat(document.path("p50Ms").doubleValue())
                .isPositive()
                .isLessThanOrEqualTo(document.path("p90Ms").doubleValue());
        assertThat(document.path("p99Ms").doubleValue())
                .isLessThanOrEqualTo(document.path("maxMs").doubleValue());
        assertThat(document.path("callsPerSecond").doubleValue()).isPositive();
        assertThat(calls).hasValue(55);
    }

    @Test
    void failuresAreCountedByKindAndFailTheRun() {
        var run = Shell.with(server).run("bench", "fake", "odd", "-n", "10", "--warmup", "0", "--json");

        var document = Json.parse(run.out());
        assertThat(run.code()).isEqualTo(5);
        assertThat(document.path("answered").intValue()).isEqualTo(5);
        assertThat(document.path("failures").path("tool-error").intValue()).isEqualTo(5);
        assertThat(document.path("success").booleanValue()).isFalse();
    }

    @Test
    void timeIsALimitToo() {
        var run = Shell.with(server).run("bench", "fake", "--for", "200ms", "--json");

        assertThat(run.code()).isZero();
        var took = Json.parse(run.out()).path("tookMs").doubleValue();
        assertThat(took).isGreaterThanOrEqualTo(200);
    }

    @Test
    void interruptedItTellsWhatWasMeasured() throws Exception {
        var shell = Shell.with(server);
        var run = shell.begin("bench", "fake", "count", "--for", "100s");
        server.awaitReceived(
                message -> message instanceof Request asked && asked.method().equals("tools/call"),
                java.time.Duration.ofSeconds(60));

        shell.interrupt();

        var ended = run.get(60, TimeUnit.SECONDS);
        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.out()).contains("of count answered", "stopped early");
    }

    @Test
    void interruptedItIsNoSuccessToPrograms() throws Exception {
        var shell = Shell.with(server);
        var run = shell.begin("bench", "fake", "count", "--for", "100s", "--json");
        server.awaitReceived(
                message -> message instanceof Request asked && asked.method().equals("tools/call"),
                java.time.Duration.ofSeconds(60));

        shell.interrupt();

        var ended = run.get(60, TimeUnit.SECONDS);
        var document = Json.parse(ended.out());
        assertThat(ended.code()).isEqualTo(130);
        assertThat(document.path("success").booleanValue()).isFalse();
        assertThat(document.path("error").path("type").stringValue()).isEqualTo("interrupted");
        assertThat(document.path("finished").booleanValue()).isFalse();
        assertThat(document.has("answered")).isTrue();
    }

    @Test
    void serversThatGoAwayEndIt() {
        var words = Stream.concat(
                        Stream.of("bench", "echo", "--for", "100s", "--json", "--"),
                        HostileServer.command("exit-mid-call").stream())
                .toArray(String[]::new);

        var run = new Shell().run(words);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(Json.parse(run.out()).path("error").path("type").stringValue())
                .isEqualTo("server-exited");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(Shell.with(server).run("bench", "fake", "--calls", "0").code())
                .isEqualTo(2);
        assertThat(Shell.with(server).run("bench", "fake", "--concurrency", "0").code())
                .isEqualTo(2);
        assertThat(Shell.with(server)
                        .run("bench", "fake", "--calls", "1", "--for", "1s")
                        .code())
                .isEqualTo(2);
        assertThat(Shell.with(server).run("bench", "fake", "cuont").err()).contains("has no tool 'cuont'");
    }
}
