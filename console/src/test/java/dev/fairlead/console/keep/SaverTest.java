package dev.fairlead.console.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.RecordedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is to be kept is kept, whatever goes wrong with the rest; what is removed stays so. */
final class SaverTest {
    @TempDir
    private Path home;

    @Test
    void whatFailsKeepsNothingElseFromBeingKept() throws Exception {
        var keep = Keep.in(home.resolve("console"), 1_000);
        try (var saver = new Saver(keep)) {
            saver.later("broken", () -> {
                throw new IllegalStateException("on purpose");
            });
            saver.later("large", () -> Json.object().put("text", "x".repeat(2_000)));
            saver.later("sound", () -> Json.object().put("number", 1));

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> keep.read("sound").isPresent());

            saver.later("sound", () -> Json.object().put("number", 2));
        }

        assertThat(keep.read("sound")).contains(Json.object().put("number", 2));
        assertThat(keep.read("broken")).isEmpty();
        assertThat(keep.read("large")).isEmpty();
    }

    @Test
    void whatTheDiskDidNotTakeIsTriedAgainAndToldOnce() throws Exception {
        var keep = Keep.in(home.resolve("console"));
        var inTheWay = home.resolve("console").resolve("one.json").resolve("in the way");
        Files.createDirectories(inTheWay);
        var tries = new AtomicInteger();
        try (var log = new RecordedLog(Saver.class.getName());
                var saver = new Saver(keep, Duration.ofMillis(20))) {
            saver.later("one", () -> Json.object().put("try", tries.incrementAndGet()));
            await().atMost(Duration.ofSeconds(30)).until(() -> tries.get() > 3);
            assertThat(log.lines()).filteredOn(line -> line.contains("'one'")).hasSize(1);

            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Files.isRegularFile(home.resolve("console").resolve("one.json")));
            assertThat(keep.read("one")).contains(Json.object().put("try", tries.get()));
        }
    }

    @Test
    void whatIsTooLargeIsToldOnceAndTriedAgainOnlyWhenItChanged() throws Exception {
        var keep = Keep.in(home.resolve("console"), 1_000);
        var inTheWay = home.resolve("console").resolve("other.json").resolve("in the way");
        Files.createDirectories(inTheWay);
        var length = new AtomicInteger(2_000);
        var tries = new AtomicInteger();
        var triesOfOther = new AtomicInteger();
        try (var log = new RecordedLog(Saver.class.getName());
                var saver = new Saver(keep, Duration.ofMillis(20))) {
            saver.later("large", () -> {
                tries.incrementAndGet();
                return Json.object().put("text", "x".repeat(length.get()));
            });
            saver.later("other", () -> Json.object().put("try", triesOfOther.incrementAndGet()));

            await().atMost(Duration.ofSeconds(30)).until(() -> triesOfOther.get() > 3);
            assertThat(tries).hasValue(1);

            saver.later("large", () -> {
                tries.incrementAndGet();
                return Json.object().put("text", "x".repeat(length.get()));
            });
            await().atMost(Duration.ofSeconds(30)).until(() -> tries.get() == 2);
            int soFar = triesOfOther.get();
            await().atMost(Duration.ofSeconds(30)).until(() -> triesOfOther.get() > soFar + 1);
            assertThat(tries).hasValue(2);
            assertThat(log.lines()).filteredOn(line -> line.contains("'large'")).hasSize(1);

            length.set(10);
            saver.later("large", () -> Json.object().put("text", "x".repeat(length.get())));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> keep.read("large").isPresent());
        }
    }

    @Test
    void whatIsLostIsNamedAtTheEnd() throws Exception {
        var keep = Keep.in(home.resolve("console"), 1_000);
        try (var log = new RecordedLog(Saver.class.getName())) {
            try (var saver = new Saver(keep)) {
                saver.now("large", Json.object().put("text", "x".repeat(2_000)));
                saver.now("sound", Json.object());
            }

            assertThat(log.lines()).anyMatch(line -> line.contains("could not keep: large"));
        }
    }

    @Test
    void whatTheDiskDidNotTakeIsTriedOnceMoreAtTheEnd() throws Exception {
        var keep = Keep.in(home.resolve("console"));
        var inTheWay = home.resolve("console").resolve("one.json").resolve("in the way");
        Files.createDirectories(inTheWay);
        try (var saver = new Saver(keep, Duration.ofDays(1))) {
            saver.now("one", Json.object().put("number", 1));
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
        }

        assertThat(keep.read("one")).contains(Json.object().put("number", 1));
    }

    @Test
    void manyChangesAreKeptTogetherAsTheyAreThen() throws Exception {
        var keep = Keep.in(home.resolve("console"));
        var value = new AtomicInteger();
        var looked = new AtomicInteger();
        try (var saver = new Saver(keep)) {
            for (int i = 0; i < 1_000; i++) {
                value.incrementAndGet();
                saver.later("number", () -> {
                    looked.incrementAndGet();
                    return Json.object().put("number", value.get());
                });
            }
        }

        assertThat(keep.read("number")).contains(Json.object().put("number", 1_000));
        assertThat(looked).hasValueLessThan(50);
    }

    @Test
    void whatIsDueOrBeingWrittenDoesNotComeBack() throws Exception {
        var keep = Keep.in(home.resolve("console"));
        var writing = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var saver = new Saver(keep)) {
            saver.later("chats/one", () -> {
                writing.countDown();
                try {
                    go.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                return Json.object();
            });
            saver.later("chats/two", Json::object);
            saver.later("chats/three", Json::object);
            writing.await();
            var removing = Thread.ofVirtual().start(() -> {
                saver.remove("chats/one");
                saver.remove("chats/two");
            });
            go.countDown();
            removing.join();
        }

        assertThat(keep.names("chats")).containsExactly("chats/three");
    }
}
