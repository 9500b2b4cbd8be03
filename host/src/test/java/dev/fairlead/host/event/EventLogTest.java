package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log of what happens in a host. */
@Timeout(60)
class EventLogTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration NOW = Duration.ZERO;

    private final Redactor redactor = Redactor.usual();
    private final EventLog log = new EventLog(redactor);

    private static HostEvent line(String server, String text) {
        return new HostEvent.Stderr(Instant.EPOCH, server, text);
    }

    private static List<Long> numbers(List<Numbered> events) {
        return events.stream().map(Numbered::number).toList();
    }

    @Test
    void keepsAsManyEventsAsItMay() {
        var small = new EventLog(redactor, 3, 1 << 20);
        for (int count = 1; count <= 5; count++) {
            small.publish(line("s", "line " + count));
        }
        assertThat(numbers(small.history())).containsExactly(3L, 4L, 5L);
        assertThat(small.last()).isEqualTo(5);
    }

    @Test
    void keepsAsManyBytesAsItMay() {
        var small = new EventLog(redactor, 1_000, 10_000);
        for (int count = 1; count <= 50; count++) {
            small.publish(line("s", "x".repeat(1_000)));
        }
        assertThat(small.history()).hasSizeBetween(5, 10);
    }

    @Test
    void doesNotKeepOneEventThatIsLargerThanAll() {
        var small = new EventLog(redactor, 1_000, 10_000);
        small.publish(line("s", "first"));
        var arguments = Json.object();
        for (int count = 0; count < 1_000; count++) {
            arguments.put("member" + count, "value");
        }
        small.publish(new HostEvent.CallStarted(Instant.EPOCH, "s", 1, "tool", arguments, null));
        assertThat(small.history().getFirst().event()).isEqualTo(line("s", "first"));
        assertThat(small.history().getLast().event())
                .isInstanceOfSatisfying(
                        HostEvent.Withheld.class,
                        gone -> assertThat(gone.what()).startsWith("CallStarted: too large"));
    }

    @Test
    void cutsTextsWithoutEnd() {
        log.publish(line("s", "x".repeat(1 << 20)));
        var kept = (HostEvent.Stderr) log.history().getFirst().event();
        assertThat(kept.line()).hasSizeLessThan(70_000).endsWith("… (983040 more characters)");
    }

    @Test
    void isNotChangedByWhoeverPublished() {
        var arguments = Json.object().put("a", 1);
        log.publish(new HostEvent.CallStarted(Instant.EPOCH, "s", 1, "tool", arguments, null));
        arguments.put("a", 2);
        var kept = (HostEvent.CallStarted) log.history().getFirst().event();
        assertThat(kept.arguments().path("a").intValue()).isEqualTo(1);
    }

    @Test
    void neitherHistoryNorFeedNorListenerSeesASecret() throws InterruptedException {
        var heard = new ArrayList<HostEvent>();
        try (var hold = redactor.hold("hunter2-secret");
                var feed = log.subscribe();
                var listening = log.listen(heard::add)) {
            log.publish(line("s", "it is hunter2-secret"));
            var safe = line("s", "it is [hidden]");
            assertThat(feed.next(NOW)).contains(safe);
            assertThat(heard).containsExactly(safe);
            assertThat(log.history()).containsExactly(new Numbered(1, safe, null));
        }
    }

    @Test
    void historyCanBeNarrowed() {
        log.publish(line("a", "1"));
        log.publish(new HostEvent.Reconfigured(Instant.EPOCH, "a", "changed"));
        log.publish(line("b", "3"));
        log.publish(line("a", "4"));
        assertThat(numbers(log.history(EventFilter.server("a"), 0, 10))).containsExactly(1L, 2L, 4L);
        assertThat(numbers(log.history(EventFilter.server("a"), 1, 1))).containsExactly(4L);
        assertThat(numbers(log.history(EventFilter.all().only(Set.of(HostEvent.Reconfigured.class)), 0, 10)))
                .containsExactly(2L);
    }

    @Test
    void aFeedBeginsWhereItsReaderLeftOff() throws InterruptedException {
        log.publish(line("s", "1"));
        log.publish(line("s", "2"));
        try (var feed = log.subscribe(EventFilter.all(), 1)) {
            log.publish(line("s", "3"));
            assertThat(feed.nextNumbered(NOW)).contains(new Numbered(2, line("s", "2"), null));
            assertThat(feed.nextNumbered(NOW)).contains(new Numbered(3, line("s", "3"), null));
            assertThat(feed.next(NOW)).isEmpty();
            assertThat(feed.lagged()).isZero();
        }
    }

    @Test
    void aSlowReaderLosesTheOldestAndIsToldHowMany() throws InterruptedException {
        try (var slow = log.subscribe(EventFilter.all(), 0, 3, 1 << 20);
                var other = log.subscribe()) {
            for (int count = 1; count <= 10; count++) {
                log.publish(line("s", "line " + count));
            }
            assertThat(slow.lagged()).isEqualTo(7);
            assertThat(slow.nextNumbered(NOW).orElseThrow().number()).isEqualTo(8);
            assertThat(other.lagged()).isZero();
        }
    }

    @Test
    void aReaderIsToldWhatWasGoneBeforeItCame() {
        var small = new EventLog(redactor, 2, 1 << 20);
        for (int count = 1; count <= 5; count++) {
            small.publish(line("s", "line " + count));
        }
        try (var feed = small.subscribe(EventFilter.all(), 1)) {
            assertThat(feed.lagged()).isEqualTo(2); // the second and the third
        }
    }

    @Test
    void aClosedLogEndsItsFeedsOnceTheyWereRead() throws Exception {
        var feed = log.subscribe();
        var idle = log.subscribe(EventFilter.server("other"), 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> idle.next(LONG));
            log.publish(line("s", "last"));
            log.close();
            log.publish(line("s", "too late"));
            assertThat(waiting.get()).isEmpty();
        }
        assertThat(feed.ended()).isFalse();
        assertThat(feed.next(LONG)).contains(line("s", "last"));
        assertThat(feed.next(LONG)).isEmpty();
        assertThat(feed.ended()).isTrue();
        assertThat(log.subscribe(EventFilter.all(), 0).next(LONG)).isPresent();
        assertThat(log.history()).hasSize(1);
    }

    @Test
    void aListenerThatFailsHurtsNobody() {
        var listening = log.listen(event -> {
            throw new NoClassDefFoundError("Missing");
        });
        assertThatCode(() -> log.publish(line("s", "1"))).doesNotThrowAnyException();
        assertThat(log.failures()).isEqualTo(1);
        listening.close();
        log.publish(line("s", "2"));
        assertThat(log.failures()).isEqualTo(1);
        assertThat(log.history()).hasSize(2);
    }

    @Test
    void whatCannotBeMadeSafeIsWithheldAndPublishingItDoesNotThrow() {
        var deep = Json.object();
        var inner = deep;
        for (int depth = 0; depth < 100_000; depth++) {
            inner = inner.putObject("x");
        }
        log.publish(new HostEvent.CallStarted(Instant.EPOCH, "s", 1, "tool", deep, null));
        assertThat(log.history().getFirst().event())
                .isEqualTo(new HostEvent.Withheld(Instant.EPOCH, "s", "CallStarted: StackOverflowError"));
    }

    @Test
    void whatFollowsFromAChangeIsToldAfterIt() throws InterruptedException {
        var visible = new CountDownLatch(1);
        var follower = Thread.ofPlatform().unstarted(() -> {
            if (visible.getCount() == 0) {
                log.publish(line("s", "what follows"));
            }
        });
        log.publish(line("s", "change"), () -> {
            visible.countDown();
            follower.start();
            // It has either published by then, or waits for its turn.
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> follower.getState() == Thread.State.WAITING
                            || follower.getState() == Thread.State.TERMINATED);
        });
        follower.join();
        assertThat(log.history())
                .extracting(Numbered::event)
                .containsExactly(line("s", "change"), line("s", "what follows"));
    }

    @Test
    void whoeverIsToldOfAChangeSeesIt() {
        var visible = new AtomicBoolean();
        var seen = new ArrayList<Boolean>();
        try (var listening = log.listen(event -> seen.add(visible.get()))) {
            log.publish(line("s", "change"), () -> visible.set(true));
        }
        assertThat(seen).containsExactly(true);
    }

    @Test
    void aChangeIsMadeAlsoWhereNobodyTakesNoteOfIt() {
        var made = new AtomicBoolean();
        log.close();
        log.publish(line("s", "change"), () -> made.set(true));
        assertThat(made).isTrue();
        assertThat(log.history()).isEmpty();
    }

    @Test
    void historyAndFeedTogetherHaveNoGapAndNoDoubleWhileManyPublish() throws Exception {
        int writers = 4;
        int each = 500;
        var started = new CountDownLatch(1);
        var writing = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < writers; writer++) {
                var name = "s" + writer;
                writing.add(threads.submit(() -> {
                    for (int count = 0; count < each; count++) {
                        log.publish(line(name, Integer.toString(count)));
                        started.countDown();
                    }
                }));
            }
            started.await();
            var readers = new ArrayList<Future<List<Long>>>();
            for (int seed = 0; seed < 8; seed++) {
                var random = new Random(seed);
                readers.add(threads.submit(() -> {
                    var seen = new ArrayList<>(numbers(log.history()));
                    long after = seen.isEmpty() ? 0 : seen.getLast() - random.nextInt(seen.size());
                    seen.removeIf(number -> number > after);
                    try (var feed = log.subscribe(EventFilter.all(), after, 10_000, 1 << 30)) {
                        while (seen.size() < writers * each) {
                            seen.add(feed.nextNumbered(LONG).orElseThrow().number());
                        }
                        return seen;
                    }
                }));
            }
            for (var writer : writing) {
                writer.get();
            }
            var all = LongStream.rangeClosed(1, writers * each).boxed().toList();
            for (var reader : readers) {
                assertThat(reader.get()).isEqualTo(all);
            }
        }
    }
}
