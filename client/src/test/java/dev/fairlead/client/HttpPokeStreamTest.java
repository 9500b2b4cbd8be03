package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.GET;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.ServerSentEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens when you poke it: the stream for news is refused, or opened and of no use, again and again. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpPokeStreamTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    /** When each GET came. */
    private final List<Long> arrivals = new CopyOnWriteArrayList<>();

    /** Says something on a stream before it ends. */
    private interface Words {
        void on(EventStream stream, int nth) throws IOException;
    }

    private Fault ending(Words words) {
        return (exchange, usual) -> {
            arrivals.add(System.nanoTime());
            var stream = exchange.events(Map.of());
            words.on(stream, arrivals.size());
            stream.end();
        };
    }

    private Duration gap(int before) {
        return Duration.ofNanos(arrivals.get(before) - arrivals.get(before - 1));
    }

    private void awaitArrivals(int wanted) {
        await().atMost(LONG).until(() -> arrivals.size() >= wanted);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 406, 501})
    @Verifies("D-17")
    void aServerThatRefusesTheStreamIsAskedOnceAndLosesNothing(int status) {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, Fault.answer(status));
            try (var client = connect(front)) {
                assertThat(echo(client, "x")).isEqualTo("x");
                assertThat(client.violations()).isEmpty();
                // One that asked again would do so while another client goes through all of its opening.
                connect(front).close();
                assertThat(count(front, GET)).isEqualTo(2);
            }
        }
    }

    @Test
    void aStreamThatIsEmptyAgainAndAgainIsOpenedEverMoreRarely() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, ending((stream, nth) -> {}));
            try (var client = connect(front)) {
                awaitArrivals(4);
                assertThat(gap(1)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
                assertThat(gap(2)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
                assertThat(gap(3)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                assertThat(echo(client, "x")).isEqualTo("x");
            }
        }
    }

    @Test
    void aStreamThatBreaksDownAgainAndAgainIsOpenedEverMoreRarely() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, (exchange, usual) -> {
                arrivals.add(System.nanoTime());
                if (arrivals.size() % 2 == 0) {
                    exchange.reset();
                } else {
                    exchange.answer(500);
                }
            });
            try (var client = connect(front)) {
                awaitArrivals(4);
                assertThat(gap(1)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
                assertThat(gap(2)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
                assertThat(gap(3)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                assertThat(echo(client, "x")).isEqualTo("x");
            }
        }
    }

    @Test
    void whatIsOfNoUseDoesNotMakeTheStreamWorthOpeningSooner() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, ending((stream, nth) -> {
                stream.comment("still here");
                stream.send(new ServerSentEvent(null, "id-" + nth, null, ""));
                stream.send(new ServerSentEvent("weather", null, null, "rain"));
                stream.raw("data: no json\n\n");
            }));
            try (var client = connect(front)) {
                awaitArrivals(3);
                assertThat(echo(client, "x")).isEqualTo("x");
                assertThat(gap(1)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
                assertThat(gap(2)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            }
        }
    }

    @Test
    void aUsefulMessageMakesTheStreamWorthOpeningSoon() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, ending((stream, nth) -> {
                if (nth == 4) {
                    stream.send(ServerSentEvent.message(NEWS));
                }
            }));
            try (var client = connect(front)) {
                awaitArrivals(5);
                assertThat(echo(client, "x")).isEqualTo("x");
                assertThat(gap(3)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                // Without the message it would be four seconds.
                assertThat(gap(4)).isBetween(Duration.ofMillis(500), Duration.ofMillis(3900));
            }
        }
    }

    @Test
    @Verifies({"D-21", "D-23"})
    void theStreamIsOpenedAgainWhereItEndedAndNotBeforeTheServerWants() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults()
                    .on(
                            GET,
                            ending((stream, nth) -> stream.send(
                                    new ServerSentEvent(null, "id-" + nth, Duration.ofMillis(2500), NEWS))));
            try (var client = connect(front)) {
                awaitArrivals(2);
                assertThat(echo(client, "x")).isEqualTo("x");
                assertThat(gap(1)).isGreaterThanOrEqualTo(Duration.ofMillis(2500));
                assertThat(front.requests().stream()
                                .filter(GET)
                                .map(request -> request.header("Last-Event-ID").orElse("none")))
                        .startsWith("none", "id-1");
            }
        }
    }

    @Test
    void nobodyListensAfterClosing() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            connect(front).close();
            await().atMost(LONG).until(() -> front.openStreams() == 0);
            assertThat(count(front, GET)).isEqualTo(1);
            assertThat(front.sessions()).isZero();
        }
    }
}
