package dev.fairlead.bench;

import dev.fairlead.bench.contenders.Footprint;
import dev.fairlead.bench.server.Answers;
import dev.fairlead.bench.server.HttpEchoProcess;
import dev.fairlead.client.McpClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Opens many connections over HTTP at once, uses each, and shows what they cost while open and what is left of them. */
public final class Sessions {
    /** How tables name sessions with their stream of news open. */
    static final String LEGACY = "legacy sessions, listening";

    /** How tables name clients of the modern era, which have no session. */
    static final String MODERN = "modern clients";

    private static final Map<String, String> ARGUMENTS = Map.of("text", "ping");

    private Sessions() {}

    /** Opens {@code args[0]} connections of each era, 500 unless told otherwise. */
    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 500;
        System.out.printf(
                "%-44s %9s %9s %9s %9s %9s %13s %13s%n",
                "", "platform", "virtual", "heap KiB", "RSS KiB", "files", "heap KiB each", "RSS KiB each");
        try (var server = HttpEchoProcess.start(Answers.small())) {
            measure(LEGACY, server.url("/legacy/news"), count);
            measure(MODERN, server.url("/json"), count);
        }
    }

    private static void measure(String kind, String url, int count) throws Exception {
        open(url, 20).forEach(McpClient::close); // What is loaded once is not the price of a connection.
        var before = Footprint.now();
        print("before: " + kind, before, 1);
        long start = System.nanoTime();
        var clients = open(url, count);
        call(clients);
        print("open: " + kind, Footprint.now().since(before), count);
        long opened = System.nanoTime();
        onThreads(clients.stream()
                .<Callable<Void>>map(client -> () -> {
                    client.close();
                    return null;
                })
                .toList());
        clients.clear();
        print("left: " + kind, settled(before).since(before), count);
        System.out.printf(
                "%s opened and called in %s ms, closed in %s ms%n",
                count, (opened - start) / 1_000_000, (System.nanoTime() - opened) / 1_000_000);
    }

    /** Takes stock once the threads that are told to end have ended, or will not. */
    private static Footprint settled(Footprint before) throws IOException {
        var now = Footprint.now();
        for (int look = 0; look < 20 && now.virtualThreads() > before.virtualThreads(); look++) {
            now = Footprint.now();
        }
        return now;
    }

    private static List<McpClient> open(String url, int count) throws Exception {
        var tasks = new ArrayList<Callable<McpClient>>();
        for (int i = 0; i < count; i++) {
            tasks.add(() -> McpClient.connect(url));
        }
        return onThreads(tasks);
    }

    private static void call(List<McpClient> clients) throws Exception {
        var answers = onThreads(clients.stream()
                .<Callable<String>>map(
                        client -> () -> client.callTool("echo", ARGUMENTS).text())
                .toList());
        if (!answers.stream().allMatch("pong"::equals)) {
            throw new IOException("wrong answers: " + answers);
        }
    }

    private static <T> List<T> onThreads(Iterable<Callable<T>> tasks) throws Exception {
        var results = new ArrayList<T>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = new ArrayList<Future<T>>();
            tasks.forEach(task -> futures.add(threads.submit(task)));
            for (var future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }

    private static void print(String what, Footprint footprint, int count) {
        System.out.printf(
                Locale.ROOT,
                "%-44s %9d %9d %9d %9d %9d %13.1f %13.1f%n",
                what,
                footprint.platformThreads(),
                footprint.virtualThreads(),
                footprint.heap(),
                footprint.resident(),
                footprint.descriptors(),
                (double) footprint.heap() / count,
                (double) footprint.resident() / count);
    }
}
