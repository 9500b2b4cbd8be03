package dev.fairlead.bench;

import com.sun.management.ThreadMXBean;
import dev.fairlead.bench.server.Answers;
import dev.fairlead.bench.server.EchoServer;
import dev.fairlead.bench.server.HttpEchoProcess;
import dev.fairlead.client.McpClient;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Counts what calls by one caller cost. The server is a process of its own, so all that this JVM allocates is the client's;
 * without the optimizing compiler, that is the same on every machine.
 *
 * <p>A line for each kind of connection: its name, bytes allocated for a call, times a thread waited for a call (-1 where
 * the system does not tell), messages the server got for a call, and either how often the server had something to read for
 * a call or how many connections were added.
 */
final class CallCosts {
    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final int WARM_UP = 300;
    private static final int BATCHES = 3;
    private static final int CALLS = 300;

    private CallCosts() {}

    public static void main(String[] args) throws IOException {
        try (var client = McpClient.connect(ServerCommand.of(EchoServer.command(Answers.small())))) {
            print("stdio", client, true);
        }
        try (var server = HttpEchoProcess.start(Answers.small())) {
            for (var path : new String[] {"/legacy/json", "/legacy/sse", "/json", "/sse"}) {
                try (var client = McpClient.connect(server.url(path))) {
                    print(path, client, false);
                }
            }
        }
    }

    private static void print(String kind, McpClient client, boolean perCall) throws IOException {
        call(client, WARM_UP);
        long allocated = Long.MAX_VALUE;
        long waits = Long.MIN_VALUE;
        for (int i = 0; i < BATCHES; i++) {
            long waitsBefore = waits();
            long allocatedBefore = THREADS.getTotalThreadAllocatedBytes();
            call(client, CALLS);
            allocated = Math.min(allocated, THREADS.getTotalThreadAllocatedBytes() - allocatedBefore);
            waits = Math.max(waits, waits() - waitsBefore); // A thread that ends takes its own with it.
        }
        var before = counts(client);
        call(client, CALLS - 1); // Asking for the counts is a call too.
        var after = counts(client);
        double arrivals = after[1] - before[1];
        System.out.printf(
                Locale.ROOT,
                "%s %d %.2f %.3f %.3f%n",
                kind,
                allocated / CALLS,
                waits() < 0 ? -1 : (double) waits / CALLS,
                (double) (after[0] - before[0]) / CALLS,
                perCall ? arrivals / CALLS : arrivals);
    }

    private static void call(McpClient client, int count) {
        for (int i = 0; i < count; i++) {
            if (!client.callTool("echo", ARGUMENTS).text().equals("pong")) {
                throw new IllegalStateException("wrong answer");
            }
        }
    }

    private static int[] counts(McpClient client) {
        var words = client.callTool(EchoServer.COUNT_TOOL, Map.of()).text().split(" ", -1);
        return new int[] {Integer.parseInt(words[0]), Integer.parseInt(words[1])};
    }

    /** Returns how often threads of this process gave up their core by themselves, -1 where the system does not tell. */
    private static long waits() throws IOException {
        var tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return -1;
        }
        long sum = 0;
        try (var all = Files.newDirectoryStream(tasks)) {
            for (var task : all) {
                sum += waits(task.resolve("status"));
            }
        }
        return sum;
    }

    private static long waits(Path status) throws IOException {
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }
}
