package dev.fairlead.bench;

import com.sun.management.ThreadMXBean;
import dev.fairlead.bench.contenders.Footprint;
import dev.fairlead.bench.server.Answers;
import dev.fairlead.bench.server.EchoScript;
import dev.fairlead.bench.server.EchoServer;
import dev.fairlead.bench.server.HttpEchoProcess;
import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts what long lists, large results, many callers and many servers cost, in the way of {@link CallCosts}.
 *
 * <p>A line for each: its name and bytes allocated for one, or threads of all servers.
 */
final class BulkCosts {
    static final int LARGE = 1 << 20;
    static final int TOOLS = 1000;
    static final int CALLERS = 64;

    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final int WARM_UP = 5;
    private static final int BATCHES = 3;
    private static final int FEW = 10;
    static final int SERVERS = 20;
    private static final long REST_NANOS = 1_000_000_000;

    private BulkCosts() {}

    public static void main(String[] args) throws IOException {
        printThreads(); // First, as processes that have ended leave threads behind for a while.
        var large = Answers.small().withText(LARGE);
        try (var client = McpClient.connect(ServerCommand.of(EchoServer.command(large)))) {
            print("large/stdio", FEW, () -> callLarge(client));
        }
        try (var server = HttpEchoProcess.start(large)) {
            for (var path : new String[] {"/legacy/json", "/legacy/sse"}) {
                try (var client = McpClient.connect(server.url(path))) {
                    print("large" + path, FEW, () -> callLarge(client));
                }
            }
        }
        try (var client = McpClient.connect(
                ServerCommand.of(EchoServer.command(Answers.small().withTools(TOOLS))))) {
            print("list/stdio", FEW, () -> list(client));
        }
        try (var server = HttpEchoProcess.start(Answers.small().withTools(TOOLS));
                var client = McpClient.connect(server.url("/legacy/json"))) {
            print("list/legacy/json", FEW, () -> list(client));
        }
        try (var client = McpClient.connect(ServerCommand.of(EchoServer.command(Answers.small())))) {
            print("crowd/stdio", FEW, () -> callTogether(client));
        }
        try (var server = HttpEchoProcess.start(Answers.small())) {
            for (var path : new String[] {"/legacy/json", "/legacy/sse"}) {
                try (var client = McpClient.connect(server.url(path))) {
                    print("crowd" + path, FEW, () -> callTogether(client));
                }
            }
        }
    }

    private static void print(String kind, int count, Runnable work) {
        repeat(WARM_UP, work);
        long allocated = Long.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
            long before = THREADS.getTotalThreadAllocatedBytes();
            repeat(count, work);
            allocated = Math.min(allocated, THREADS.getTotalThreadAllocatedBytes() - before);
        }
        System.out.println(kind + " " + allocated / count);
    }

    private static void repeat(int count, Runnable work) {
        for (int i = 0; i < count; i++) {
            work.run();
        }
    }

    private static void callLarge(McpClient client) {
        check(client.callTool("echo", ARGUMENTS).text().length() == LARGE);
    }

    private static void list(McpClient client) {
        check(client.listToolsAnew(CallOptions.usual()).size() == TOOLS);
    }

    private static void callTogether(McpClient client) {
        var answers = new ArrayList<Future<String>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                answers.add(
                        threads.submit(() -> client.callTool("echo", ARGUMENTS).text()));
            }
        }
        check(answers.stream().allMatch(answer -> answer.resultNow().equals("pong")));
    }

    private static void printThreads() throws IOException {
        var clients = new ArrayList<McpClient>();
        try {
            clients.add(McpClient.connect(ServerCommand.of(EchoScript.command())));
            var before = Footprint.now();
            for (int i = 0; i < SERVERS; i++) {
                clients.add(McpClient.connect(ServerCommand.of(EchoScript.command())));
            }
            LockSupport.parkNanos(REST_NANOS); // A writer stays a moment after the last message.
            var added = Footprint.now().since(before);
            System.out.printf("platform-threads/stdio %d%n", added.platformThreads());
            System.out.printf("virtual-threads/stdio %d%n", added.virtualThreads());
        } finally {
            clients.forEach(McpClient::close);
        }
    }

    private static void check(boolean right) {
        if (!right) {
            throw new IllegalStateException("wrong answer");
        }
    }
}
