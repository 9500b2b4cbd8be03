package dev.fairlead.testkit;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the hostile server does where a mode does not say otherwise: it behaves.
 *
 * <p>What it writes is put together from text, so that it can be anything. It acts on one message at a time.
 */
final class HostileStage {
    /** What is done about a message. */
    @FunctionalInterface
    interface Act {
        void on(Incoming message) throws IOException;
    }

    private final HostileOptions options;
    private final HostileOutlet outlet;
    private String era;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("hostile-clock").unstarted(work));
    private final Map<String, Act> acts = new HashMap<>();
    private UnaryOperator<InputStream> input = UnaryOperator.identity();
    private Act any = message -> {};
    private Act responses = message -> {};
    private Act atEnd = message -> {};
    private String tools = tool("echo", "{\"type\":\"object\"}");
    private String capabilities = "{\"tools\":{\"listChanged\":true}}";
    private ObjectNode info = Json.object().put("name", "hostile").put("version", "1");
    private String instructions = "";
    private String listening = "";
    private String canary = "http://127.0.0.1:9/canary";
    private Ledger ledger = key -> {};
    private boolean deaf;

    HostileStage(HostileOptions options, HostileOutlet outlet) {
        this.options = options;
        this.outlet = outlet;
        this.era = options.text("era", "legacy");
        acts.put("initialize", this::initialize);
        acts.put("server/discover", this::discover);
        acts.put("ping", message -> result(message, "{}"));
        acts.put("tools/list", message -> result(message, "{\"tools\":[" + tools + "]" + fresh() + "}"));
        acts.put("tools/call", this::echo);
    }

    HostileOptions options() {
        return options;
    }

    /** Makes this a server of the modern era unless {@code --era} says otherwise. */
    HostileStage usuallyModern() {
        era = options.text("era", "modern");
        return this;
    }

    boolean modern() {
        return era.equals("modern");
    }

    /** Replaces what is done about a method. */
    void on(String method, Act act) {
        acts.put(method, act);
    }

    /** Replaces what is done about tool calls: the first few of them if {@code --times} says so, else all. */
    void onCall(Act act) {
        int[] left = {options.number("times", Integer.MAX_VALUE)};
        acts.put("tools/call", message -> {
            if (left[0]-- > 0) {
                act.on(message);
            } else {
                echo(message);
            }
        });
    }

    /** Has a look at every message before anything else is done about it. */
    void onAny(Act act) {
        any = act;
    }

    /** Has a look at every response of the client. */
    void onResponse(Act act) {
        responses = act;
    }

    /** Does something when standard input ends, before the program does. */
    void onEnd(Act act) {
        atEnd = act;
    }

    /** Replaces standard input. */
    void input(UnaryOperator<InputStream> wrap) {
        input = wrap;
    }

    InputStream wrapped(InputStream in) {
        return input.apply(in);
    }

    void capabilities(String json) {
        capabilities = json;
    }

    void tools(String json) {
        tools = json;
    }

    /** Says who the server is. */
    void info(ObjectNode json) {
        info = json;
    }

    void instructions(String text) {
        instructions = text;
    }

    /** Sends everything that is to be fetched from somewhere to this address. */
    void canary(String url) {
        canary = url;
    }

    /** Returns an address that no client has any business to go to. */
    String canary() {
        return options.text("url", canary);
    }

    /** Keeps what is noted somewhere else too. */
    void ledger(Ledger other) {
        ledger = other;
    }

    /** Notes that something was done, in a file that outlives this process. */
    void note(String key) throws IOException {
        ledger.note(key);
        var file = options.text("ledger", "");
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), key + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    /** Where is noted what was done. */
    @FunctionalInterface
    interface Ledger {
        void note(String key);
    }

    /** Does nothing more later. */
    void close() {
        clock.shutdownNow();
    }

    /** Does nothing more later, and waits for what is being done. */
    void fallSilent() {
        clock.shutdownNow();
        clock.close();
    }

    /** Stops reading for good. */
    void stopReading() {
        deaf = true;
    }

    boolean deaf() {
        return deaf;
    }

    /** Does what is to be done when there is nothing more to read. */
    void end() throws IOException {
        atEnd.on(new Incoming(Json.object()));
    }

    /** Acts on a message. */
    void act(String line) throws IOException {
        Incoming message;
        try {
            message = Incoming.of(line);
        } catch (JacksonException unreadable) {
            log("unreadable input: " + unreadable.getOriginalMessage());
            return;
        }
        any.on(message);
        if (message.isResponse()) {
            responses.on(message);
            return;
        }
        var act = acts.get(message.method());
        if (act != null) {
            act.on(message);
        } else if (message.hasId()) {
            error(message, -32601, "Method not found: " + message.method());
        }
    }

    /** Writes a line. */
    void line(String text) throws IOException {
        outlet.line(text);
    }

    /** Writes bytes, all of them at once. */
    void raw(byte[] bytes) throws IOException {
        outlet.raw(bytes);
    }

    /** Writes bytes in pieces, with nothing else between them. */
    void pieces(byte[] bytes, int size) throws IOException {
        outlet.pieces(bytes, size);
    }

    /** Writes a line beside the messages. */
    void log(String text) {
        outlet.log(text);
    }

    /** Does something later, on another thread. */
    void after(int millis, Step step) {
        var there = outlet.here(step);
        var unused = clock.schedule(
                () -> {
                    try {
                        there.run();
                    } catch (IOException gone) {
                        throw new UncheckedIOException(gone);
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    /** Something to do. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    // What a server that behaves would write.

    void echo(Incoming call) throws IOException {
        var text = call.arguments().path("text");
        answer(call, text.isString() ? text.stringValue() : call.arguments().toString());
    }

    void answer(Incoming call, String text) throws IOException {
        line(answerText(call, text));
    }

    String answerText(Incoming call, String text) {
        return response(call.id(), textResult(text));
    }

    /** Returns the result of a tool that is this text. */
    String textResult(String text) {
        return complete("{\"content\":[{\"type\":\"text\",\"text\":" + quote(text) + "}]}");
    }

    void result(Incoming request, String result) throws IOException {
        line(response(request.id(), complete(result)));
    }

    void error(Incoming request, int code, String message) throws IOException {
        line("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%s,\"message\":%s}}"
                .formatted(request.id(), code, quote(message)));
    }

    void notification(String method, String params) throws IOException {
        line(notificationText(method, params));
    }

    static String notificationText(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    void progress(String token, String progress) throws IOException {
        notification("notifications/progress", "{\"progressToken\":" + token + ",\"progress\":" + progress + "}");
    }

    /** Returns a response with an id and a result that are anything. */
    static String response(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    /** Returns the result with what the modern era wants in each. */
    String complete(String result) {
        if (!modern() || result.contains("\"resultType\"")) {
            return result;
        }
        var rest = result.substring(1).strip();
        return "{\"resultType\":\"complete\"" + (rest.equals("}") ? "" : ",") + rest;
    }

    String fresh() {
        return modern() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"" : "";
    }

    static String tool(String name, String inputSchema) {
        return "{\"name\":" + quote(name) + ",\"inputSchema\":" + inputSchema + "}";
    }

    static String quote(String text) {
        return Json.write(JsonNodeFactory.instance.stringNode(text));
    }

    private void initialize(Incoming request) throws IOException {
        if (modern()) {
            line(("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol"
                            + " version\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":%s}}}")
                    .formatted(request.id(), request.params().path("protocolVersion")));
        } else {
            result(
                    request,
                    initializeResult(request.params().path("protocolVersion").toString()));
        }
    }

    String initializeResult(String version) {
        return "{\"protocolVersion\":%s,\"capabilities\":%s,\"serverInfo\":%s%s}"
                .formatted(version, capabilities, info, instructed());
    }

    void discover(Incoming request) throws IOException {
        if (modern()) {
            result(request, discoverResult("[\"2026-07-28\"]"));
        } else {
            error(request, -32601, "Method not found: server/discover");
        }
    }

    String discoverResult(String versions) {
        return "{\"supportedVersions\":%s,\"capabilities\":%s%s%s,\"_meta\":{\"%s\":%s}}"
                .formatted(versions, capabilities, fresh(), instructed(), MetaKey.SERVER_INFO, info);
    }

    private String instructed() {
        return instructions.isEmpty() ? "" : ",\"instructions\":" + quote(instructions);
    }

    /** Tells clients of the modern era of changes too, once they listen. */
    void allowListening() {
        on("subscriptions/listen", message -> {
            listening = message.id();
            outlet.lineFor(
                    listening,
                    notificationText(
                            "notifications/subscriptions/acknowledged",
                            "{\"_meta\":{\"%s\":%s},\"notifications\":%s}"
                                    .formatted(
                                            MetaKey.SUBSCRIPTION_ID,
                                            listening,
                                            message.params().path("notifications"))));
        });
    }

    /** Says that the tools have changed, to a client of the modern era only if it listens. */
    void toolsChanged() throws IOException {
        var method = "notifications/tools/list_changed";
        if (!modern()) {
            notification(method, "{}");
        } else if (!listening.isEmpty()) {
            outlet.lineFor(
                    listening,
                    notificationText(method, "{\"_meta\":{\"" + MetaKey.SUBSCRIPTION_ID + "\":" + listening + "}}"));
        }
    }
}
