package dev.fairlead.client;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** What the tests of remote servers have in common. */
final class HttpTrials {
    /** How much later than it should a thing may happen where many others want the processor too. */
    static final Duration NOISE = Duration.ofSeconds(20);

    static final Predicate<RecordedRequest> CALL = RecordedRequest.rpc("tools/call");
    static final Predicate<RecordedRequest> INITIALIZE = RecordedRequest.rpc("initialize");
    static final Predicate<RecordedRequest> GET = RecordedRequest.method("GET");

    private HttpTrials() {}

    /** Starts the settings of a client that remembers no server of other tests. */
    static ClientProfile.Builder profile() {
        return ClientProfile.builder().eraMemory(new EraMemory(InstantSource.system()));
    }

    static HttpTransport to(String url) {
        return HttpTransport.to(url).named("S");
    }

    static McpClient connect(String url) {
        return connect(to(url));
    }

    static McpClient connect(HttpTransport transport) {
        return McpClient.connect(transport, profile().build());
    }

    static McpClient connect(HttpFront front) {
        return connect(front.url());
    }

    static McpClient connect(HostileHttp stage) {
        return connect(stage.url());
    }

    /** Starts a hostile server of one era. */
    static HostileHttp hostile(Era era, String mode, String... options) {
        var all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--era", era.name().toLowerCase(Locale.ROOT)));
        return HostileHttp.mode(mode, all.toArray(String[]::new));
    }

    static String echo(McpClient client, String text) {
        return client.callTool("echo", Map.of("text", text)).text();
    }

    static String charge(McpClient client, String key) {
        return client.callTool("charge", Map.of("key", key)).text();
    }

    /** Calls the tool that no mode of the hostile server spoils. */
    static String ledger(McpClient client) {
        return client.callTool("ledger", null).text();
    }

    static Duration time(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    static long count(List<RecordedRequest> requests, Predicate<RecordedRequest> wanted) {
        return requests.stream().filter(wanted).count();
    }

    static long count(HttpFront front, Predicate<RecordedRequest> wanted) {
        return count(front.requests(), wanted);
    }

    /** Does something many times at once and returns what came of each. */
    static <T> List<T> atOnce(int times, IntFunction<T> action) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var started = IntStream.range(0, times)
                    .<Future<T>>mapToObj(i -> threads.submit(() -> action.apply(i)))
                    .toList();
            var results = new ArrayList<T>();
            for (var one : started) {
                results.add(one.get());
            }
            return results;
        }
    }

    static Tool tool(String name, String properties) {
        return Tool.of(name, "Does " + name, (ObjectNode)
                Json.parse("{\"type\":\"object\",\"properties\":" + properties + "}"));
    }

    /** Begins a server of one era with a tool that says what it hears. */
    static FakeServer.Builder server(Era era) {
        return FakeServer.named("fake")
                .era(era)
                .tool(
                        tool("echo", "{\"text\":{\"type\":\"string\"}}"),
                        call -> CallToolResult.ofText(call.text("text", "")));
    }

    /** Adds a tool that counts, by its name, how often it was carried out. */
    static FakeServer.Builder counting(
            FakeServer.Builder server, ConcurrentHashMap<String, Integer> ledger, String name, ToolAnnotations hints) {
        return server.tool(
                tool(name, "{}").withAnnotations(hints),
                call -> CallToolResult.ofText(name + " " + ledger.merge(name, 1, Integer::sum)));
    }
}
