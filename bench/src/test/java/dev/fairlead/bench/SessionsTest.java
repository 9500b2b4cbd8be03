package dev.fairlead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.bench.contenders.Footprint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SessionsTest {
    private static final int COUNT = 500;
    // Carriers of virtual threads come and go with the load of the machine; a thread for each would be ten times as
    // many.
    private static final int FEW = COUNT / 10;
    private static final Pattern SPACES = Pattern.compile(" +");

    @TempDir
    static Path folder;

    private static List<String> lines = List.of();

    @BeforeAll
    static void openFiveHundredOfEachEraInASmallJvm() throws Exception {
        lines = SmallJvm.lines(
                folder, List.of("-Djdk.virtualThreadScheduler.parallelism=2"), Sessions.class, String.valueOf(COUNT));
    }

    @Test
    void openSessionsThatListenCostFewPlatformThreads() {
        assertThat(open(Sessions.LEGACY).platformThreads()).isLessThan(FEW);
    }

    @Test
    void anOpenSessionThatListensCostsLittleMemory() {
        assertThat(open(Sessions.LEGACY).heap() / COUNT).isBetween(1L, 41L);
    }

    @Test
    void everySessionListensOnAConnectionOfItsOwn() {
        assertThat(open(Sessions.LEGACY).descriptors()).isGreaterThanOrEqualTo(COUNT);
    }

    @Test
    void modernClientsCostFewPlatformThreads() {
        assertThat(open(Sessions.MODERN).platformThreads()).isLessThan(FEW);
    }

    @Test
    void aModernClientCostsLittleMemory() {
        assertThat(open(Sessions.MODERN).heap() / COUNT).isBetween(1L, 15L);
    }

    @Test
    void closedSessionsLeaveNoThreadsBehind() {
        assertThat(open(Sessions.LEGACY).virtualThreads()).isGreaterThanOrEqualTo(COUNT);
        assertThat(open(Sessions.MODERN).virtualThreads()).isGreaterThanOrEqualTo(COUNT);
        assertThat(left(Sessions.LEGACY).virtualThreads()).isLessThan(10);
        assertThat(left(Sessions.MODERN).virtualThreads()).isLessThan(10);
    }

    @Test
    void closedSessionsLeaveNoMemoryBehind() {
        assertThat(left(Sessions.LEGACY).heap() / COUNT).isLessThan(4);
        assertThat(left(Sessions.MODERN).heap() / COUNT).isLessThan(4);
    }

    private static Footprint open(String kind) {
        return figures("open: " + kind);
    }

    private static Footprint left(String kind) {
        return figures("left: " + kind);
    }

    private static Footprint figures(String start) {
        var line = lines.stream().filter(said -> said.startsWith(start)).findFirst();
        assertThat(line).as(() -> String.join("\n", lines)).isPresent();
        var words = SPACES.split(line.orElseThrow().substring(start.length()).trim(), 6);
        return new Footprint(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }
}
