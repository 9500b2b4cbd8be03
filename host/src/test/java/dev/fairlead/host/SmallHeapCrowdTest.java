package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.process.SmallProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A host of little memory, whose servers are crowds of bad ones: it lives, and keeps nothing of them. In a build these are
 * the ones that send too much; with {@code -Dcampaign.memory=true} there is a crowd with every one in it.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@Tag("thorough")
class SmallHeapCrowdTest {
    private static final boolean ALL = Boolean.getBoolean("campaign.memory");
    private static final int ON_HTTP = 8;
    private static final int PROCESSES = 4;

    private static final List<String> TOO_MUCH = List.of(
            "huge-line",
            "endless-line",
            "deep-nest",
            "value-bomb",
            "number-bomb",
            "huge-list",
            "schema-bomb",
            "image-bomb",
            "http-gzip-bomb");

    @Test
    void whatCrowdsOfBadServersSendIsSurvivedAndForgotten() throws Exception {
        try (var host = SmallProgram.start(SmallHost.class)) {
            long empty = host.visits("");
            long most = empty;
            int servers = 0;
            var onHttp = ALL ? Crowds.badOnHttp() : TOO_MUCH;
            for (var era : Era.values()) {
                for (var modes : Crowds.of(onHttp, ON_HTTP)) {
                    most = Math.max(most, visitOnHttp(host, era, modes, empty));
                    servers += modes.size();
                }
            }
            if (ALL) {
                for (var modes : Crowds.of(Crowds.badProcesses(), PROCESSES)) {
                    long held = host.visits(
                            modes.stream().map(mode -> "stdio " + mode).collect(Collectors.joining(",")));
                    assertThat(held - empty).as("%s", modes).isLessThan(SmallProgram.MAY_GROW_BY);
                    most = Math.max(most, held);
                    servers += modes.size();
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "memory: %d bad servers, a host of 256 MiB; it held %d MiB before them and at most %d MiB after"
                            + " them%n",
                    servers,
                    empty >> 20,
                    most >> 20);
        }
    }

    private static long visitOnHttp(SmallProgram host, Era era, List<String> modes, long empty)
            throws IOException, InterruptedException {
        var stages = new ArrayList<HostileHttp>();
        try {
            for (var mode : modes) {
                stages.add(HostileHttp.mode(mode, "--era", era.name().toLowerCase(Locale.ROOT)));
            }
            long held = host.visits(
                    stages.stream().map(stage -> "http " + stage.url()).collect(Collectors.joining(",")));
            assertThat(held - empty).as("%s, %s", modes, era).isLessThan(SmallProgram.MAY_GROW_BY);
            return held;
        } finally {
            stages.forEach(HostileHttp::close);
        }
    }

    /** Opens a host for each line, which names its servers. */
    static final class SmallHost implements SmallProgram.Visitor {
        private static final HostCallOptions SHORT = HostCallOptions.within(Duration.ofSeconds(5));

        @Override
        public String visit(String line) throws InterruptedException {
            var servers = line.isEmpty() ? List.<String>of() : List.of(line.split(",", -1));
            var builder = Host.builder();
            for (int i = 0; i < servers.size(); i++) {
                builder.server("s" + i, SmallProgram.transport(servers.get(i), "s" + i));
            }
            try (var host = builder.open();
                    var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < servers.size(); i++) {
                    var tool = "s" + i + "__echo";
                    callers.execute(() -> host.call(tool, Map.of("text", "x"), SHORT));
                }
                callers.shutdown();
                return callers.awaitTermination(60, TimeUnit.SECONDS) ? "" : "calls without end";
            }
        }
    }
}
