package dev.fairlead.console.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.metrics.Metrics;
import dev.fairlead.console.text.Blocks;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of one call, and how much of it is kept. */
final class CallTest {
    private static final long MILLI = 1_000_000;

    private final ResultShelf shelf = new ResultShelf();

    private Call call() {
        return new Call("c-1", new Call.Wish("s", "s", "tool", Json.object(), "model", null, null, 0, null), shelf);
    }

    private static Call.Ending ending(Call.State state) {
        return Endings.without(state, "code", "message");
    }

    @Test
    void whatIsOverStaysAsItEnded() {
        var call = call();
        assertThat(call.state(Call.State.APPROVAL)).isTrue();
        assertThat(call.end(ending(Call.State.CANCELLED))).isTrue();

        assertThat(call.state(Call.State.RUNNING)).isFalse();
        assertThat(call.end(ending(Call.State.SUCCESS))).isFalse();

        assertThat(call.toJson().path("state").asString("")).isEqualTo("cancelled");
    }

    @Test
    void thePartsOfItsTimeAreNeverMoreThanAllOfIt() {
        var times = new CallTimes(0);
        times.waited(10 * MILLI, 40 * MILLI);
        times.sent("1", 50 * MILLI);
        times.waited(60 * MILLI, 80 * MILLI);
        times.waited(70 * MILLI, 90 * MILLI);
        times.end(100 * MILLI);
        times.answered("1", 60 * MILLI);

        assertThat(times.all()).isEqualTo(100);
        assertThat(times.queue()).as("without the approval").isEqualTo(20);
        assertThat(times.wire())
                .as("until the end, without both questions at once")
                .isEqualTo(20);
        assertThat(times.waited()).isEqualTo(60);
        assertThat(times.queue() + times.wire() + times.waited()).isLessThanOrEqualTo(times.all());
        assertThat(times.latency()).isEqualTo(20);
    }

    @Test
    void aCallThatWasNeverSentHasNoTimeOnTheWire() {
        var times = new CallTimes(0);
        times.waited(0, 30 * MILLI);
        times.end(50 * MILLI);

        assertThat(times.wire()).isNegative();
        assertThat(times.queue()).isNegative();
        assertThat(times.latency()).isEqualTo(20);
    }

    @Test
    void theShelfWeighsWhatItShowsTooAndLetsTheOldestGo() {
        var small = new ResultShelf(100);
        small.put("a", CallToolResult.ofText("a"), Json.object().put("shown", "a"), 60);
        small.put("a", CallToolResult.ofText("a"), Json.object().put("shown", "a"), 60);
        assertThat(small.find("a")).as("the same result is weighed once").isPresent();

        small.put("b", CallToolResult.ofText("b"), Json.object(), 60);

        assertThat(small.find("a")).isEmpty();
        assertThat(small.shown("a")).isEmpty();
        assertThat(small.shown("b")).isPresent();
        small.put("c", CallToolResult.ofText("c"), Json.object(), 1_000);
        assertThat(small.find("c")).as("the newest, whatever it weighs").isPresent();
        assertThat(small.find("b")).isEmpty();
    }

    @Test
    void aCallShowsLittleOfAResultThatIsNotKeptAnyMore() {
        var call = call();
        var little = Json.object().put("little", true);
        shelf.put("c-1", CallToolResult.ofText("x"), Json.object().put("much", true), 10);
        call.end(new Call.Ending(Call.State.SUCCESS, little, 10, 10, null, false, List.of()));
        assertThat(call.toJson().path("result").has("much")).isTrue();

        shelf.put("c-2", CallToolResult.ofText("x"), Json.object(), 65L << 20);

        assertThat(call.toJson().path("result").has("little")).isTrue();
    }

    @Test
    void contentOfAnyKindStaysWithinItsBounds() {
        var name = "n".repeat(1 << 20);
        ContentBlock link = new ContentBlock.ResourceLink(Resource.of("demo://" + name, name));
        ContentBlock picture = new ContentBlock.Image("AAAA", name, null, null, Json.object());
        var content = new java.util.ArrayList<>(Collections.nCopies(300, link));
        content.addAll(Collections.nCopies(300, picture));

        var shown = Blocks.of(content, Blocks.LONGEST_TEXT, index -> null);
        var kept = Blocks.of(content, 4 << 10, index -> null);

        assertThat(shown.cut()).isTrue();
        assertThat(Json.write(shown.blocks()).length()).isLessThan(600_000);
        assertThat(kept.cut()).isTrue();
        assertThat(Json.write(kept.blocks()).length()).isLessThan(50_000);
    }

    @Test
    void whatPeopleDecideIsNoErrorOfAServer() {
        var metrics = new Metrics(new Broadcast("run"), InstantSource.system());
        for (var state : Call.State.values()) {
            if (state.over()) {
                var call = call();
                call.end(ending(state));
                metrics.count(call);
            }
        }

        var server = metrics.toJson(Map.of()).path("servers").path(0);

        assertThat(count(server, "calls")).isEqualTo(4);
        assertThat(count(server, "errors")).isEqualTo(3);
        assertThat(count(server, "cancelled")).isEqualTo(1);
        assertThat(count(server, "denied")).isEqualTo(1);
    }

    @Test
    void latencyIsThatOfTheWireOnceItIsKnown() {
        var metrics = new Metrics(new Broadcast("run"), InstantSource.system());
        var call = call();
        call.end(ending(Call.State.SUCCESS));
        call.sent("7", true, call.startedNanos());
        metrics.count(call);
        call.answered("7", 0);

        metrics.measured(call);

        assertThat(metrics.toJson(Map.of()).path("servers").path(0).path("p50").asDouble(-1))
                .isZero();
    }

    @Test
    void theLastOfManyCallsIsToldToo() throws Exception {
        var broadcast = new Broadcast("run");
        var metrics = new Metrics(broadcast, InstantSource.system());
        for (int i = 0; i < 100; i++) {
            var call = call();
            call.end(ending(Call.State.SUCCESS));
            metrics.count(call);
        }

        var second = broadcast.after(1, 10, Duration.ofSeconds(30));

        assertThat(second.events()).hasSize(1);
    }

    private static int count(JsonNode server, String name) {
        return server.path(name).asInt(-1);
    }
}
