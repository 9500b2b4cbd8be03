package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Told;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StderrPumpTest {
    private final List<String> seen = new ArrayList<>();

    private StderrPump drained(InputStream stream) throws InterruptedException {
        var pump = StderrPump.start(stream, "test", seen::add);
        pump.awaitEnd(Duration.ofSeconds(30));
        return pump;
    }

    private StderrPump drained(String text) throws InterruptedException {
        return drained(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void linesEndInLfOrCrlfAndTheLastNeedsNoEnd() throws InterruptedException {
        assertThat(drained("one\ntwo\r\n\nthrée").tail()).containsExactly("one", "two", "", "thrée");
        assertThat(seen).containsExactly("one", "two", "", "thrée");
    }

    @Test
    void whatDrivesATerminalIsEscapedAndTabsAreSpaces() throws InterruptedException {
        assertThat(drained("\u001b[31mred\rx\u202e\n\tat a.B\n").tail())
                .containsExactly("\\u001b[31mred\\u000dx\\u202e", "    at a.B");
    }

    @Test
    void bytesThatAreNotTextAreReplaced() throws InterruptedException {
        assertThat(drained(new ByteArrayInputStream(new byte[] {'a', (byte) 0xff, 'b', '\n'}))
                        .tail())
                .containsExactly("a\ufffdb");
    }

    @Test
    void aLongLineIsCutAndTheNextOneIsWhole() throws InterruptedException {
        var text =
                "x".repeat(3 * StderrPump.MAX_LINE_BYTES) + "\nnext\n" + "y".repeat(StderrPump.MAX_LINE_BYTES) + "\n";
        assertThat(drained(text).tail())
                .containsExactly(
                        "x".repeat(StderrPump.MAX_LINE_BYTES) + "…", "next", "y".repeat(StderrPump.MAX_LINE_BYTES));
    }

    @Test
    void aFailingListenerIsToldOnceAndDoesNotStopTheDraining() throws Exception {
        var defect = new IllegalStateException("listener");
        var told = Told.during(StderrPump.class.getPackageName(), () -> {
            var pump = StderrPump.start(new ByteArrayInputStream("a\nb\n".getBytes(UTF_8)), "test", line -> {
                throw defect;
            });
            pump.awaitEnd(Duration.ofSeconds(30));
            assertThat(pump.tail()).containsExactly("a", "b");
        });
        assertThat(told).containsExactly(defect);
    }

    @Test
    void theTailStaysBoundedAndKeepsTheEndForRandomOutput() throws InterruptedException {
        for (long seed = 0; seed < 100; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            for (int i = random.nextInt(400); i >= 0; i--) {
                text.append("z\u0001".repeat(random.nextInt(random.nextBoolean() ? 8 : 3000)))
                        .append(i)
                        .append('\n');
            }
            seen.clear();
            var tail = drained(text.toString()).tail();
            assertThat(tail.stream().mapToInt(line -> line.length() + 1).sum())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(StderrPump.TAIL_CHARS);
            assertThat(tail).as("seed %d", seed).isEqualTo(seen.subList(seen.size() - tail.size(), seen.size()));
            assertThat(tail).as("seed %d", seed).isNotEmpty();
            assertThat(seen)
                    .as("seed %d", seed)
                    .hasSameSizeAs(Arrays.asList(text.toString().split("\n")));
        }
    }
}
