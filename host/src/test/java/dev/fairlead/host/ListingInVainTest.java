package dev.fairlead.host;

import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Numbered;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A list that a server says to have changed, and does not give. */
@Timeout(120)
class ListingInVainTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int IN_VAIN = 10;

    private final AtomicInteger asked = new AtomicInteger();
    private final FakeServer server = FakeServer.named("far")
            .prompt(Prompt.of("p", null), call -> GetPromptResult.of(null))
            .build();

    private static Host open(HttpFront front) throws InterruptedException {
        var host = Host.builder().url("far", front.url()).open();
        assertThat(host.settled(LIMIT)).isTrue();
        return host;
    }

    private static List<String> remarks(Host host) {
        return host.events().history().stream()
                .map(Numbered::event)
                .filter(HostEvent.Logged.class::isInstance)
                .map(Object::toString)
                .filter(text -> text.contains("its prompts could not be listed again"))
                .toList();
    }

    private static void awaitGivenUp(Host host, int times) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> remarks(host).stream()
                                .filter(text -> text.contains("will not be before it tells of another change"))
                                .count()
                        == times);
    }

    @Test
    @Tag("thorough")
    void isGivenUpUntilTheServerTellsOfAnotherChange() throws Exception {
        try (var front = HttpFront.serving(server);
                var host = open(front)) {
            front.faults().on(rpc("prompts/list"), (exchange, usual) -> {
                asked.incrementAndGet();
                exchange.answer(500, Map.of(), "");
            });
            server.tell(new ServerEvent.PromptsChanged());
            awaitGivenUp(host, 1);
            assertThat(remarks(host)).hasSize(IN_VAIN);
            assertThat(asked).hasValue(IN_VAIN);

            server.tell(new ServerEvent.PromptsChanged());
            awaitGivenUp(host, 2);
            assertThat(asked).as("the server was asked once more").hasValue(IN_VAIN + 1);
            assertThat(host.server("far").orElseThrow().ready()).isTrue();
        }
    }

    @Test
    void isAskedForLessOftenIfItOnlyComesEverySecondTime() throws Exception {
        int wanted = 4;
        try (var front = HttpFront.serving(server);
                var host = open(front)) {
            assertThat(host.catalog().prompts()).hasSize(1);
            var come = new AtomicInteger();
            var later = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
            front.faults().on(rpc("prompts/list"), (exchange, usual) -> {
                if (asked.incrementAndGet() % 2 == 1) {
                    exchange.answer(500, Map.of(), "");
                } else {
                    usual.handle(exchange);
                    come.incrementAndGet();
                    // Once it is not being read any more, unless it is read slowly by then.
                    later.execute(() -> server.tell(new ServerEvent.PromptsChanged()));
                }
            });
            long begun = System.nanoTime();
            server.tell(new ServerEvent.PromptsChanged());
            Awaitility.await().atMost(LIMIT).until(() -> come.get() >= wanted);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("each pause is twice as long as the one before")
                    .isGreaterThan(Duration.ofSeconds(2));
        }
    }
}
