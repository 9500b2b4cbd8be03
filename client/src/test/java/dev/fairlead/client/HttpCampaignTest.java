package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.to;
import static dev.fairlead.client.KeyedCalls.KEY;
import static dev.fairlead.client.KeyedCalls.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.KeyedCalls.Ended;
import dev.fairlead.client.KeyedCalls.Ends;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.MixFault.Outcome;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many calls, a hundred at a time, to a server on HTTP that misbehaves on forty percent of them: every call has exactly
 * one outcome, it is its own, and it is the truth. The build makes twenty thousand calls in each era;
 * {@code -Dcampaign.calls=1000000} makes more.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
@Tag("thorough")
class HttpCampaignTest {
    private static final int CALLS = Integer.getInteger("campaign.calls", 20_000);
    private static final long SEED = Long.getLong("campaign.seed", 7);
    private static final int IN_FLIGHT = 100;
    // Each round has a server of its own, as servers keep everything that they are told.
    private static final int ROUND = 50_000;
    // Only calls that are never answered in time get the short limit, so that a slow machine makes no difference.
    private static final Duration SHORT = Duration.ofMillis(250);
    // Less than the longest time for which a server is left in peace.
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final int MAX_IDLE_CONNECTIONS = 64;
    private static final String SERVER = "campaign";

    @EachEra
    @Verifies({"A-3", "A-5", "I-10", "C-5", "D-14"})
    void noCallIsLostDoubledOrMisdelivered(Era era) throws Exception {
        var ends = Ends.NONE;
        for (int from = 0; from < CALLS; from += ROUND) {
            ends = ends.plus(new Round(era, from, Math.min(CALLS, from + ROUND)).play());
        }
        ends.print("HTTP", era, SEED);
    }

    @Test
    void theServerReallyMisbehavesOnFortyPercent() {
        int many = 20_000;
        var faults = IntStream.range(0, many)
                .mapToObj(n -> HttpMixFault.of(SEED, key(n)))
                .filter(fault -> fault != HttpMixFault.NONE)
                .toList();
        assertThat(faults.size() * 100.0 / many).isBetween(38.0, 42.0);
        assertThat(Set.copyOf(faults)).hasSize(HttpMixFault.values().length - 1);
    }

    private static Duration limit(int n) {
        return HttpMixFault.of(SEED, key(n)).outcome() == Outcome.TIMEOUT ? SHORT : LONG;
    }

    private static Answers form(int n) {
        return n / 1000 % 2 == 0 ? Answers.JSON : Answers.SSE;
    }

    /** One server and its client, and what becomes of their calls. */
    private static final class Round {
        private final int from;
        private final int to;
        private final String seed;
        private final KeyedCalls calls = new KeyedCalls();
        private final FakeServer server;
        private final Set<String> arrived = ConcurrentHashMap.newKeySet();
        private final Set<String> forgotten = ConcurrentHashMap.newKeySet();
        private final Map<String, Integer> turnedAway = new ConcurrentHashMap<>();
        private final AtomicInteger spoilt = new AtomicInteger();

        Round(Era era, int from, int to) {
            this.from = from;
            this.to = to;
            this.seed = "%s, seed %d".formatted(era, SEED);
            this.server = calls.server(era);
        }

        Ends play() throws Exception {
            try (var front = HttpFront.serving(server);
                    var engine = HttpEngine.builder().build()) {
                front.faults().on(this::resetUnread, Fault.RESET_UNREAD).on(CALL, this::strike);
                var transport = to(front.url()).named(SERVER).withEngine(engine);
                try (var client = McpClient.connect(transport, profile().build())) {
                    calls.make(client, numbers(), IN_FLIGHT, HttpCampaignTest::limit, n -> front.answers(form(n)));
                }
                nothingIsLeft(front);
                engine.close();
                await().atMost(NOISE).until(() -> front.openConnections() == 0);
                assertThat(front.http().failures()).isEmpty();
                assertThat(server.complaints()).as(seed).isEmpty();
            }
            calls.check(numbers(), seed);
            checkOutcomes();
            return calls.ends();
        }

        private IntStream numbers() {
            return IntStream.range(from, to);
        }

        // The server.

        private boolean resetUnread(RecordedRequest head) {
            var key = head.header(KEY).orElse("");
            // What a session is forgotten for is told apart later, when all of it has come.
            return HttpMixFault.of(SEED, key) == HttpMixFault.RESET_UNREAD
                    && !inForgottenSession(head)
                    && arrived.add(key);
        }

        private void strike(HttpExchange exchange, HttpHandler usual) throws IOException, InterruptedException {
            var key = exchange.request().header(KEY).orElse("");
            if (inForgottenSession(exchange.request())) {
                turnAway(exchange, key);
                return;
            }
            var what = arrived.add(key) ? HttpMixFault.of(SEED, key) : HttpMixFault.NONE;
            if (what.spoilsNext()) {
                spoilt.incrementAndGet();
            }
            var fault = what.fault();
            if (fault != null) {
                fault.strike(exchange, usual);
            } else if (what == HttpMixFault.FORGET && exchange.request().has(SESSION)) {
                forgotten.add(exchange.request().header(SESSION).orElseThrow());
                turnAway(exchange, key);
            } else {
                usual.handle(exchange);
            }
        }

        private boolean inForgottenSession(RecordedRequest request) {
            return request.header(SESSION).filter(forgotten::contains).isPresent();
        }

        private void turnAway(HttpExchange exchange, String key) throws IOException {
            turnedAway.merge(key, 1, Integer::sum);
            exchange.answer(404);
        }

        // The verdict.

        private void nothingIsLeft(HttpFront front) {
            await().atMost(NOISE)
                    .untilAsserted(() -> assertThat(LiveThreads.of(SERVER)).isEmpty());
            await().atMost(NOISE)
                    .untilAsserted(() -> assertThat(front.openConnections()).isLessThanOrEqualTo(MAX_IDLE_CONNECTIONS));
            assertThat(front.openStreams()).isZero();
            // Those that were forgotten are still there, only that the client was told otherwise.
            assertThat(front.sessions()).isEqualTo(forgotten.size());
        }

        private void checkOutcomes() {
            var victims = new ArrayList<Ended>();
            for (var ended : calls.history()) {
                var what = HttpMixFault.of(SEED, ended.key());
                if (isVictim(ended, what)) {
                    victims.add(ended);
                } else if (!refusedTwice(ended)) {
                    assertThat(calls.isAsExpected(ended, what.outcome()) || struckTheListing(ended, what))
                            .as("%s, %s: %s", seed, what, ended)
                            .isTrue();
                }
            }
            // A connection that its server leaves without a word costs one call, whichever comes next.
            assertThat(victims).as(seed).hasSizeLessThanOrEqualTo(spoilt.get());
        }

        /** Tells whether a call lost its connection although nothing was to happen to it, and never arrived. */
        private boolean isVictim(Ended ended, HttpMixFault what) {
            boolean harmless = what.outcome() == Outcome.ANSWER
                    || what.outcome() == Outcome.REFUSAL
                    || !arrived.contains(ended.key());
            return harmless
                    && ended.failure() instanceof ConnectionLostException
                    && ended.saysUnknown()
                    && calls.executions(ended.key()) == 0;
        }

        /** Tells whether a call met two forgotten sessions in a row, which is one too many. */
        private boolean refusedTwice(Ended ended) {
            return turnedAway.getOrDefault(ended.key(), 0) >= 2
                    && ended.failure() instanceof HttpStatusException refused
                    && refused.status() == 404
                    && ended.saysNotExecuted();
        }

        /**
         * Tells whether the fault struck what came just before the call: after a session is lost the tools are listed
         * anew, with the headers of the call that needs them, and by its head alone that cannot be told from the call.
         */
        private boolean struckTheListing(Ended ended, HttpMixFault what) {
            return what == HttpMixFault.RESET_UNREAD && ended.answered() && calls.executions(ended.key()) == 1;
        }
    }
}
