package dev.fairlead.testkit;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.TcpFaultProxy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server on HTTP, in this program, that misbehaves in one way, mostly as soon as its tools are called.
 *
 * <p>In the modes that are about HTTP it has the tools {@code echo}, {@code charge}, which counts by {@code key} how often it was carried out,
 * {@code located}, whose {@code region} is repeated in a header, and {@code ledger}, which tells the counts and always works.
 */
public final class HostileHttp implements AutoCloseable {
    private final Map<String, Integer> ledger = new ConcurrentHashMap<>();
    private final HostileOptions options;
    private final FakeServer server;
    private final HttpFront front;
    private final HttpServer canary = HttpServer.start(exchange -> exchange.answer(404));
    private final TcpFaultProxy proxy;
    private volatile @Nullable String url;
    private volatile @Nullable HostilePosts posts;

    private HostileHttp(HostileOptions options, @Nullable Era usualEra) {
        this.options = options;
        this.server = server(era(options, usualEra));
        this.front = HttpFront.serving(server, options.number("port", 0));
        this.proxy = TcpFaultProxy.to("127.0.0.1", front.http().port());
    }

    /** Starts a server that misbehaves in this way; options are pairs such as {@code "--times", "1"}. */
    public static HostileHttp mode(String name, String... options) {
        var mode = HostileHttpModes.all().get(name);
        if (mode == null) {
            throw new IllegalArgumentException("no such mode: " + name + "; there are: " + modes());
        }
        boolean sessions = name.startsWith("session-") || name.equals("sse-endpoint-evil");
        var stage = new HostileHttp(HostileOptions.of(List.of(options)), sessions ? Era.LEGACY : null);
        mode.accept(stage);
        return stage;
    }

    /** Lists the names of all modes. */
    public static List<String> modes() {
        return List.copyOf(HostileHttpModes.all().keySet());
    }

    /** Tells whether a client that waits for a while is connected in a mode. */
    public static boolean opens(String mode, Era era) {
        return switch (mode) {
            case "sse-endpoint-evil" -> false;
            case "session-evil" -> era == Era.MODERN; // There are no sessions.
            default -> HostileModes.open(mode, era);
        };
    }

    /** Returns where to reach it. */
    public String url() {
        return Optional.ofNullable(url).orElseGet(front::url);
    }

    /** Returns its HTTP side, whose faults are the misbehaviour. */
    public HttpFront front() {
        return front;
    }

    /** Returns the server behind it, which behaves; modes that are also those of {@link HostileServer} do without it. */
    public FakeServer server() {
        return server;
    }

    /** Returns the proxy that stands before it, which does no harm but in the mode {@code http-blackhole}. */
    public TcpFaultProxy proxy() {
        return proxy;
    }

    /** Returns how often a charge was carried out. */
    public int charged(String key) {
        return ledger.getOrDefault(key, 0);
    }

    /** Returns how often each charge was carried out. */
    public Map<String, Integer> ledger() {
        return new TreeMap<>(ledger);
    }

    /** Lists what has reached the other server, to which no client has any business to go. */
    public List<RecordedRequest> canary() {
        return canary.requests();
    }

    /** Returns the origin of that other server. */
    public String canaryOrigin() {
        return canary.origin();
    }

    /** Returns what a process would have written to its standard error. */
    public List<String> logged() {
        return Optional.ofNullable(posts).map(HostilePosts::logged).orElse(List.of());
    }

    /** Ends everything. */
    @Override
    public void close() {
        proxy.close();
        front.close();
        canary.close();
        Optional.ofNullable(posts).ifPresent(one -> one.stage().close());
    }

    HostileOptions options() {
        return options;
    }

    void url(String given) {
        url = given;
    }

    /** Plays a mode that is no matter of HTTP, in place of the server that behaves. */
    void play(HostileMode mode) {
        var playing = new HostilePosts(options);
        posts = playing;
        playing.stage().canary(canaryOrigin() + "/canary");
        playing.stage().ledger(key -> ledger.merge(key, 1, Integer::sum));
        try {
            mode.play(playing.stage());
        } catch (Exception failed) {
            throw new IllegalStateException("the mode does not start: " + failed.getMessage(), failed);
        }
        front.behind(usual -> playing);
    }

    private static @Nullable Era era(HostileOptions options, @Nullable Era usual) {
        var word = options.text("era", "");
        return word.isEmpty() ? usual : Era.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private FakeServer server(@Nullable Era era) {
        var script = FakeServer.named("hostile")
                .tool(
                        tool("echo", "{\"text\":{\"type\":\"string\"}}"),
                        call -> CallToolResult.ofText(call.text("text", "")))
                .tool(tool("charge", "{\"key\":{\"type\":\"string\"}}"), call -> {
                    var key = call.text("key", "");
                    return CallToolResult.ofText(key + " " + ledger.merge(key, 1, Integer::sum));
                })
                .tool(
                        tool("located", "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}"),
                        call -> CallToolResult.ofText(call.text("region", "")))
                .tool(
                        tool("ledger", "{}"),
                        call -> CallToolResult.ofText(
                                Json.tree(new TreeMap<>(ledger)).toString()));
        return (era == null ? script : script.era(era)).build();
    }

    private static Tool tool(String name, String properties) {
        return Tool.of(name, "Does " + name, (ObjectNode)
                Json.parse("{\"type\":\"object\",\"properties\":" + properties + "}"));
    }
}
