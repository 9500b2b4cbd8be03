package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.ResultKeeper;
import dev.fairlead.protocol.CacheHint;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoredResultsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String ADDRESS = "https://server.example/mcp?tenant=a";
    private static final String SUBJECT = "prompts/list";

    private final Failing store = new Failing();
    private final EraMemory eras = new EraMemory(InstantSource.system());

    @AfterEach
    void close() {
        store.close();
    }

    private StoredResults results() {
        return new StoredResults(store, ADDRESS);
    }

    /** Connects as another machine would. */
    private McpClient client(FakeServer server) {
        return McpClient.connect(
                server.transport(),
                ClientProfile.builder().eraMemory(eras).results(results()).build());
    }

    private static FakeServer server(boolean anybody) {
        return FakeServer.named("s")
                .era(Era.MODERN)
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> {
                    throw new AssertionError("not called");
                })
                .prompt(Prompt.of("p", "says something"), call -> {
                    throw new AssertionError("not asked for");
                })
                .cache(new CacheHint(MINUTE, anybody))
                .build();
    }

    private static long asked(FakeServer server, String method) {
        return server.received().stream()
                .filter(message ->
                        message instanceof Request request && request.method().equals(method))
                .count();
    }

    @Test
    void whatAnybodyMayBeShownIsAskedForOnceByAllMachines() {
        var server = server(true);
        try (var one = client(server);
                var other = client(server)) {
            var first = one.listPrompts();
            assertThat(other.listPrompts()).isEqualTo(first).hasSize(1);
            assertThat(one.listPrompts()).isEqualTo(first);
        }
        assertThat(asked(server, SUBJECT)).isEqualTo(1);
    }

    @Test
    void whatIsPrivateStaysWithWhoAsked() {
        var server = server(false);
        try (var one = client(server);
                var other = client(server)) {
            one.listPrompts();
            other.listPrompts();
            other.listPrompts();
        }
        assertThat(asked(server, SUBJECT)).isEqualTo(2);
        assertThat(store.keys("result/")).noneMatch(key -> key.matches("result/[0-9a-f]+/prompts/list/[0-9a-f]+"));
    }

    @Test
    void whateverIsAskedTakesNoMoreThanSoManyPlaces() {
        var results = results();
        for (int i = 0; i < 1_000; i++) {
            var mark = results.mark("resources/read").orElseThrow();
            results.keep("resources/read", "made up " + i, mark, "result " + i, MINUTE);
        }
        assertThat(store.keys("result/")).hasSizeBetween(2, 65); // and the generation
        assertThat(results.find("resources/read", "made up 999")).contains("result 999");
        var found = IntStream.range(0, 999)
                .mapToObj(i -> results.find("resources/read", "made up " + i))
                .flatMap(Optional::stream)
                .toList();
        assertThat(found).doesNotHaveDuplicates().hasSizeLessThan(64);
    }

    @Test
    void pagesOfALongerListAreNotForOthers() {
        var server = FakeServer.named("s")
                .era(Era.MODERN)
                .prompt(Prompt.of("p", null), call -> {
                    throw new AssertionError("not asked for");
                })
                .prompt(Prompt.of("q", null), call -> {
                    throw new AssertionError("not asked for");
                })
                .pageSize(1)
                .cache(new CacheHint(MINUTE, true))
                .build();
        try (var one = client(server)) {
            assertThat(one.listPrompts()).hasSize(2);
            assertThat(one.listPrompts()).hasSize(2);
        }
        assertThat(asked(server, SUBJECT)).isEqualTo(2);
        assertThat(store.keys("result/")).noneMatch(key -> key.matches("result/[0-9a-f]+/prompts/list/[0-9a-f]+"));
    }

    @Test
    void definitionsOfToolsAreHeardFromTheServerItself() {
        var server = server(true);
        try (var one = client(server);
                var other = client(server)) {
            one.listTools();
            other.listTools();
        }
        assertThat(asked(server, "tools/list")).isEqualTo(2);
    }

    @Test
    void aChangeThatOneMachineHearsOfIsOneForAll() throws Exception {
        var server = server(true);
        try (var one = client(server);
                var other = client(server);
                var news = one.subscribe(SubscriptionFilter.promptsChanged())) {
            other.listPrompts();
            server.tell(new ServerEvent.PromptsChanged());
            assertThat(news.next()).contains(new ServerEvent.PromptsChanged());
            Awaitility.await().atMost(MINUTE).until(() -> {
                other.listPrompts();
                return asked(server, SUBJECT) == 2;
            });
        }
    }

    @Test
    void aResultThatWasAskedForBeforeAChangeIsNobodys() {
        var slow = results();
        var before = slow.mark(SUBJECT).orElseThrow();
        results().forget(SUBJECT);
        slow.keep(SUBJECT, "question", before, "old", MINUTE);
        assertThat(results().find(SUBJECT, "question")).isEmpty();

        keep(slow, "new");
        assertThat(results().find(SUBJECT, "question")).contains("new");
        assertThat(new StoredResults(store, "https://other.example/mcp").find(SUBJECT, "question"))
                .isEmpty();
        assertThat(results().find("resources/list", "question")).isEmpty();
    }

    @Test
    void resultsEndWithTheirTimeAndHugeOnesAreNotKept() {
        keep(results(), "\uD83D\uDE00".repeat(100_000));
        assertThat(results().find(SUBJECT, "question")).isPresent();
        keep(results(), "x".repeat(200_001));
        assertThat(results().find(SUBJECT, "question").orElseThrow()).doesNotContain("x");
        var mark = results().mark(SUBJECT).orElseThrow();
        results().keep(SUBJECT, "question", mark, "short", Duration.ofMillis(1));
        Awaitility.await()
                .atMost(MINUTE)
                .until(() -> results().find(SUBJECT, "question").isEmpty());
    }

    @Test
    void changesOfWhatNobodyAskedForAreNotWritten() {
        var results = results();
        keep(results, "old");
        results.forget(SUBJECT);
        int before = store.writes.get();
        for (int i = 0; i < 1_000; i++) {
            results.forget(SUBJECT);
            results.forget("resources/list");
        }
        assertThat(store.writes).hasValue(before);
        assertThat(results.find(SUBJECT, "question")).isEmpty();
        keep(results, "new");
        assertThat(results().find(SUBJECT, "question")).contains("new");
    }

    @Test
    void aStoreThatIsAwayCostsNothingButAQuestionAndNoChangeIsForgotten() {
        var results = results();
        keep(results, "old");
        store.away = true;
        assertThat(results.find(SUBJECT, "question")).isEmpty();
        assertThat(results.mark(SUBJECT)).isEmpty();
        results.keep(SUBJECT, "question", "mark", "lost", MINUTE);
        results.forget(SUBJECT);
        store.away = false;
        assertThat(results.find(SUBJECT, "question")).isEmpty();
        assertThat(results().find(SUBJECT, "question")).isEmpty();
    }

    private static void keep(ResultKeeper results, String text) {
        results.keep(SUBJECT, "question", results.mark(SUBJECT).orElseThrow(), text, MINUTE);
    }

    /** A store that can be away. */
    private static final class Failing extends ForwardingStore {
        private final AtomicInteger writes = new AtomicInteger();
        private volatile boolean away;

        @Override
        protected Store inner() {
            if (away) {
                throw new StoreException("the store is away", null);
            }
            return super.inner();
        }

        @Override
        public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
            writes.incrementAndGet();
            return super.replace(key, seen, value, life);
        }

        @Override
        public Lease lease(String key, Duration patience) {
            throw new UnsupportedOperationException("nobody works alone here");
        }
    }
}
