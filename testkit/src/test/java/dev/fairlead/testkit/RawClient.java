package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Duplex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks to a server in plain JSON, knowing nothing. */
final class RawClient implements AutoCloseable {
    private static final String END = "";
    private static final long PATIENCE_SECONDS = 20;

    private interface Out {
        void write(String line) throws IOException;

        void close();
    }

    private final Era era;
    private final Out out;
    private final BlockingQueue<String> lines;
    private final List<JsonNode> passedOver = new ArrayList<>();
    private ObjectNode capabilities = Json.object();
    private int lastId;

    private RawClient(Era era, Out out, BlockingQueue<String> lines) {
        this.era = era;
        this.out = out;
        this.lines = lines;
    }

    /** Connects to a server in this program. */
    static RawClient to(FakeServer server, Era era) {
        var toServer = new LinkedBlockingQueue<String>();
        var toClient = new LinkedBlockingQueue<String>();
        Thread.ofVirtual()
                .start(() -> server.serve(new Duplex() {
                    @Override
                    public Optional<Message> read() throws IOException {
                        try {
                            var line = toServer.take();
                            return line.equals(END) ? Optional.empty() : Optional.of(MessageCodec.decode(line));
                        } catch (InterruptedException stop) {
                            throw new IOException(stop);
                        }
                    }

                    @Override
                    public void write(byte[] json, boolean more) {
                        toClient.add(new String(json, StandardCharsets.UTF_8));
                    }

                    @Override
                    public void close() {
                        toServer.add(END);
                    }
                }));
        return new RawClient(
                era,
                new Out() {
                    @Override
                    public void write(String line) {
                        toServer.add(line);
                    }

                    @Override
                    public void close() {
                        toServer.add(END);
                    }
                },
                toClient);
    }

    /** Connects to a process. */
    static RawClient to(Process process, Era era) {
        var lines = new LinkedBlockingQueue<String>();
        Thread.ofPlatform().daemon().start(() -> {
            try (var reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                }
            } catch (IOException gone) {
                lines.add(END);
            }
            lines.add(END);
        });
        OutputStream stdin = process.getOutputStream();
        return new RawClient(
                era,
                new Out() {
                    @Override
                    public void write(String line) throws IOException {
                        stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                        stdin.flush();
                    }

                    @Override
                    public void close() {
                        try {
                            stdin.close();
                        } catch (IOException gone) {
                            process.destroyForcibly();
                        }
                    }
                },
                lines);
    }

    RawClient declaring(String json) {
        capabilities = (ObjectNode) Json.parse(json);
        return this;
    }

    /** Opens the connection as the era wants it and returns the server's description of itself. */
    JsonNode open() throws Exception {
        if (era == Era.MODERN) {
            return ask("server/discover", "{}").path("result");
        }
        var params = Json.object().put("protocolVersion", "2025-11-25");
        params.set("capabilities", capabilities);
        params.putObject("clientInfo").put("name", "raw").put("version", "1");
        var result = ask("initialize", params.toString()).path("result");
        tell("notifications/initialized", "{}");
        return result;
    }

    /** Sends a request and returns its id. */
    int request(String method, String params) throws IOException {
        var json = (ObjectNode) Json.parse(params);
        if (era == Era.MODERN) {
            var meta = json.withObjectProperty("_meta");
            meta.put(MetaKey.PROTOCOL_VERSION, "2026-07-28").set(MetaKey.CLIENT_CAPABILITIES, capabilities);
        }
        var message = Json.object().put("jsonrpc", "2.0").put("id", ++lastId).put("method", method);
        message.set("params", json);
        send(message.toString());
        return lastId;
    }

    void tell(String method, String params) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    void send(String line) throws IOException {
        out.write(line);
    }

    /** Sends a request and returns the response to it. */
    JsonNode ask(String method, String params) throws Exception {
        return response(request(method, params));
    }

    JsonNode call(String tool, String arguments) throws Exception {
        return ask("tools/call", callParams(tool, arguments));
    }

    static String callParams(String tool, String arguments) {
        return "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
    }

    JsonNode response(int id) throws Exception {
        return await(message ->
                !message.has("method") && message.path("id").toString().equals("" + id));
    }

    JsonNode notification(String method) throws Exception {
        return await(message -> message.path("method").asString("").equals(method));
    }

    /** Returns the first message of this kind; others are kept for later. */
    JsonNode await(Predicate<JsonNode> wanted) throws Exception {
        for (var message : passedOver) {
            if (wanted.test(message)) {
                passedOver.remove(message);
                return message;
            }
        }
        while (true) {
            var message = Json.parse(line());
            if (wanted.test(message)) {
                return message;
            }
            passedOver.add(message);
        }
    }

    /** Returns the next line as it came. */
    String line() throws Exception {
        var line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null || line.equals(END)) {
            throw new AssertionError((line == null ? "nothing came" : "the stream ended") + "; before: " + passedOver);
        }
        return line;
    }

    /** Tells whether nothing more comes because the stream has ended. */
    boolean ended() throws InterruptedException {
        return END.equals(lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    List<JsonNode> passedOver() {
        return passedOver;
    }

    static String text(JsonNode response) {
        return response.at("/result/content/0/text").asString("");
    }

    @Override
    public void close() {
        out.close();
    }
}
