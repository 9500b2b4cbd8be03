package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A host of little memory, whose servers are crowds of bad ones: it lives, and keeps nothing of them. In a build these are
 * the ones that send too much; with {@code -Dcampaign.memory=true} there is a crowd with every one in it.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class SmallHeapCrowdTest {
    private static final boolean ALL = Boolean.getBoolean("campaign.memory");
    private static final int ON_HTTP = 8;
    private static final int PROCESSES = 4;
    private static final long MAY_GROW_BY = 64L << 20;

    private static final List<String> TOO_MUCH = List.of(
            "huge-line",
            "endless-line",
            "deep-nest",
            "number-bomb",
            "huge-list",
            "schema-bomb",
            "image-bomb",
            "http-gzip-bomb");

    @Test
    void whatCrowdsOfBadServersSendIsSurvivedAndForgotten() throws Exception {
        try (var host = new Child()) {
            long empty = host.visits("");
            long most = empty;
            int servers = 0;
            var onHttp = ALL ? HostileHttp.modes() : TOO_MUCH;
            for (var era : Era.values()) {
                for (var modes : Crowds.of(onHttp, ON_HTTP)) {
                    most = Math.max(most, visitOnHttp(host, era, modes, empty));
                    servers += modes.size();
                }
            }
            if (ALL) {
                for (var modes : Crowds.of(HostileServer.modes(), PROCESSES)) {
                    long held = host.visits(
                            modes.stream().map(mode -> "stdio " + mode).collect(Collectors.joining(",")));
                    assertThat(held - empty).as("%s", modes).isLessThan(MAY_GROW_BY);
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

    private static long visitOnHttp(Child host, Era era, List<String> modes, long empty)
            throws IOException, InterruptedException {
        var stages = new ArrayList<HostileHttp>();
        try {
            for (var mode : modes) {
                stages.add(HostileHttp.mode(mode, "--era", era.name().toLowerCase(Locale.ROOT)));
            }
            long held = host.visits(
                    stages.stream().map(stage -> "http " + stage.url()).collect(Collectors.joining(",")));
            assertThat(held - empty).as("%s, %s", modes, era).isLessThan(MAY_GROW_BY);
            return held;
        } finally {
            stages.forEach(HostileHttp::close);
        }
    }

    /** The program with little memory. */
    private static final class Child implements AutoCloseable {
        private final Process process;
        private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

        Child() throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            // An error of this kind on any thread ends it, whoever would have caught it.
                            "-XX:+ExitOnOutOfMemoryError",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SmallHost.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread.ofVirtual()
                    .start(() ->
                            process.inputReader(StandardCharsets.UTF_8).lines().forEach(answers::add));
        }

        /** Lets it open a host with these servers, use and close it; returns how much it holds afterwards. */
        long visits(String servers) throws IOException, InterruptedException {
            var in = process.outputWriter(StandardCharsets.UTF_8);
            in.write(servers + "\n");
            in.flush();
            var answer = answers.poll(5, TimeUnit.MINUTES);
            assertThat(answer).as(servers).isNotNull().matches("lives \\d+");
            return Long.parseLong(answer.substring("lives ".length()));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Opens a host for each line, which names its servers. */
    static final class SmallHost {
        private static final HostCallOptions SHORT = HostCallOptions.within(Duration.ofSeconds(5));

        private SmallHost() {}

        public static void main(String[] none) throws Exception {
            var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(visit(line.isEmpty() ? List.of() : List.of(line.split(",", -1))) + " " + held());
            }
        }

        private static String visit(List<String> servers) throws InterruptedException {
            var builder = Host.builder();
            for (int i = 0; i < servers.size(); i++) {
                var words = List.of(servers.get(i).split(" ", -1));
                builder.server(
                        "s" + i,
                        words.get(0).equals("http")
                                ? HttpTransport.to(words.get(1)).named("s" + i)
                                : StdioTransport.of(ServerCommand.of(HostileServer.command(words.get(1))))
                                        .named("s" + i));
            }
            var wrong = new ArrayList<String>();
            try (var host = builder.open();
                    var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < servers.size(); i++) {
                    var tool = "s" + i + "__echo";
                    callers.execute(() -> host.call(tool, Map.of("text", "x"), SHORT));
                }
                callers.shutdown();
                if (!callers.awaitTermination(60, TimeUnit.SECONDS)) {
                    wrong.add("calls without end");
                }
            }
            return wrong.isEmpty() ? "lives" : wrong.toString();
        }

        private static long held() {
            System.gc();
            var memory = Runtime.getRuntime();
            return memory.totalMemory() - memory.freeMemory();
        }
    }
}
