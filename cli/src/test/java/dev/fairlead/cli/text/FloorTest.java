package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FloorTest {
    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void whatOthersSayWaitsForTheAnswer() throws Exception {
        var floor = new Floor();
        floor.say(() -> said.add("before"));
        floor.ask(() -> {
            floor.say(() -> said.add("meanwhile"));
            return said.add("asked");
        });

        assertThat(said).containsExactly("before", "asked", "meanwhile");
    }

    @Test
    void oneQuestionAtATime() throws Exception {
        var floor = new Floor();
        var open = new CountDownLatch(1);
        var second = new Thread[1];
        floor.ask(() -> {
            second[0] = Thread.ofPlatform().start(() -> {
                try {
                    open.countDown();
                    floor.ask(() -> said.add("second"));
                } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                }
            });
            open.await();
            return said.add("first");
        });
        second[0].join();

        assertThat(said).containsExactly("first", "second");
    }

    @Test
    void theProgressLineIsAwayWhileSomebodyIsAsked() throws Exception {
        var bytes = new ByteArrayOutputStream();
        var clock = new AtomicLong();
        var line = new ProgressLine(
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                ProgressLine.Mode.ANIMATED,
                () -> 80,
                Theme.PLAIN,
                clock::get,
                false);
        var floor = new Floor();
        floor.carry(line);
        line.begin("working");
        clock.set(1_000_000_000L);
        line.tick();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("working");
        floor.ask(() -> {
            bytes.reset();
            clock.set(9_000_000_000L);
            line.report(1, 2, "half");
            line.tick();
            return said.add(bytes.toString(StandardCharsets.UTF_8));
        });
        line.tick();

        assertThat(said).containsExactly("");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("half");
    }
}
