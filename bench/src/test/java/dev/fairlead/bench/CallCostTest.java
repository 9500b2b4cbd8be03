package dev.fairlead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds what a call may cost, in counts that do not depend on how fast a machine is. The limits of bytes are about 1.1 times
 * the most that was seen over stdio, 1.2 to 1.3 times over HTTP, where a slow machine hands some calls to other threads;
 * those of waits are higher. Whoever makes calls cheaper lowers them. A failure shows all that was seen.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CallCostTest {
    @TempDir
    static Path folder;

    private static List<String> lines = List.of();

    private record Cost(long bytes, double waits, double messages, double arrivals) {}

    @BeforeAll
    static void countInAJvmWithoutOptimizations() throws Exception {
        lines = SmallJvm.lines(folder, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), CallCosts.class);
    }

    @ParameterizedTest
    @CsvSource({"stdio, 6000", "/legacy/json, 19000", "/legacy/sse, 21500", "/json, 19200", "/sse, 21300"})
    void aCallAllocatesLittle(String kind, long mostBytes) {
        assertThat(cost(kind).bytes())
                .as("bytes for a call over %s; all that was seen:%n%s", kind, String.join("\n", lines))
                .isPositive()
                .isLessThan(mostBytes);
    }

    /** Every hand-over from thread to thread is at least one wait; noise makes waits fewer, since answers are there already. */
    @ParameterizedTest
    @CsvSource({"stdio, 4", "/legacy/json, 7.5", "/legacy/sse, 7.5", "/json, 7.5", "/sse, 7.5"})
    void aCallWaitsSeldom(String kind, double mostWaits) {
        double waits = cost(kind).waits();
        assumeThat(waits).as("the system tells how often threads wait").isNotEqualTo(-1);
        assertThat(waits).isPositive().isLessThan(mostWaits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stdio", "/legacy/json", "/legacy/sse", "/json", "/sse"})
    void aCallIsOneMessage(String kind) {
        assertThat(cost(kind).messages()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = "stdio")
    void aMessageIsOneWrite(String kind) {
        assertThat(cost(kind).arrivals()).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/legacy/json", "/legacy/sse", "/json", "/sse"})
    void callsUseTheConnectionThatIsThere(String kind) {
        assertThat(cost(kind).arrivals()).isZero();
    }

    private static Cost cost(String kind) {
        var line = lines.stream().filter(said -> said.startsWith(kind + " ")).findFirst();
        assertThat(line).as(() -> String.join("\n", lines)).isPresent();
        var words = line.orElseThrow().split(" ", -1);
        return new Cost(
                Long.parseLong(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]));
    }
}
