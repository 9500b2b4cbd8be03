package dev.fairlead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds what long lists, large results, many callers and many servers may cost, as {@link CallCostTest} does for calls. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class BulkCostTest {
    @TempDir
    static Path folder;

    private static List<String> lines = List.of();

    @BeforeAll
    static void countInAJvmWithoutOptimizations() throws Exception {
        lines = SmallJvm.lines(folder, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), BulkCosts.class);
    }

    /** In multiples of its own length: the bytes that came, the text made of them, and what grew until all was there. */
    @ParameterizedTest
    @CsvSource({"large/stdio, 8.1", "large/legacy/json, 3.5", "large/legacy/sse, 7.8"})
    void aLargeResultIsCopiedSeldom(String kind, double mostTimes) {
        assertThat(seen(kind) / (double) BulkCosts.LARGE).as(kind).isPositive().isLessThan(mostTimes);
    }

    @ParameterizedTest
    @CsvSource({"list/stdio, 3100", "list/legacy/json, 2300"})
    void aToolOfALongListAllocatesLittle(String kind, long mostBytes) {
        assertThat(seen(kind) / BulkCosts.TOOLS).as(kind).isPositive().isLessThan(mostBytes);
    }

    /** The threads of the callers are among it; who meets whom differs, so there is more head-room. */
    @ParameterizedTest
    @CsvSource({"crowd/stdio, 16000", "crowd/legacy/json, 36000", "crowd/legacy/sse, 40500"})
    void aCallAmongManyAllocatesLittle(String kind, long mostBytes) {
        assertThat(seen(kind) / BulkCosts.CALLERS).as(kind).isPositive().isLessThan(mostBytes);
    }

    @ParameterizedTest
    @CsvSource({"platform-threads/stdio, 3", "virtual-threads/stdio, 2"})
    void aServerInAProcessCostsFewThreads(String kind, long most) {
        // Those of the JVM itself come and go.
        assertThat(seen(kind)).as(kind).isBetween(1L, most * BulkCosts.SERVERS + BulkCosts.SERVERS / 2);
    }

    private static long seen(String kind) {
        var line = lines.stream().filter(said -> said.startsWith(kind + " ")).findFirst();
        assertThat(line).as(() -> String.join("\n", lines)).isPresent();
        return Long.parseLong(line.orElseThrow().substring(kind.length() + 1));
    }
}
