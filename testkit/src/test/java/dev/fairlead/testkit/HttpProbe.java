package dev.fairlead.testkit;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks HTTP to a server and knows nothing of MCP but the headers. */
final class HttpProbe implements AutoCloseable {
    /** One event of a stream. */
    record Event(String type, String id, String retry, String data) {
        JsonNode json() {
            return Json.parse(data);
        }
    }

    /** An answer whose body is read on demand. */
    static final class Answer {
        private final HttpResponse<InputStream> response;
        private final BufferedReader lines;

        private Answer(HttpResponse<InputStream> response) {
            this.response = response;
            this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        int status() {
            return response.statusCode();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String text() throws IOException {
            return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        }

        JsonNode json() throws IOException {
            return Json.parse(text());
        }

        /** Returns the next event, or null at the end of the stream. */
        Event event() throws IOException {
            String type = "message";
            String id = "";
            String retry = "";
            StringBuilder data = null;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && (data != null || !id.isEmpty())) {
                    return new Event(type, id, retry, data == null ? "" : data.toString());
                }
                int colon = line.indexOf(':');
                var value = colon < 0 ? "" : line.substring(colon + 1).strip();
                switch (colon < 0 ? line : line.substring(0, colon)) {
                    case "event" -> type = value;
                    case "id" -> id = value;
                    case "retry" -> retry = value;
                    case "data" -> data = (data == null ? new StringBuilder() : data.append('\n')).append(value);
                    default -> {}
                }
            }
            return null;
        }

        void leave() throws IOException {
            response.body().close();
        }
    }

    private final String url;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private HttpClient client = client();
    private int lastId;

    HttpProbe(String url) {
        this.url = url;
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** Uses no connection that was used before. */
    void reconnect() {
        client.shutdownNow();
        client = client();
    }

    /** Sends a header from now on; none if it is null. */
    HttpProbe header(String name, String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    Answer post(String body) throws Exception {
        return post(body, Map.of());
    }

    Answer post(String body, Map<String, String> more) throws Exception {
        var all = new LinkedHashMap<>(headers);
        all.put("Accept", "application/json, text/event-stream");
        all.put("Content-Type", "application/json");
        all.putAll(more);
        return send(url, "POST", all, body);
    }

    Answer get(Map<String, String> more) throws Exception {
        var all = new LinkedHashMap<>(headers);
        all.put("Accept", "text/event-stream");
        all.putAll(more);
        return send(url, "GET", all, null);
    }

    Answer delete() throws Exception {
        return send(url, "DELETE", headers, null);
    }

    Answer send(String target, String method, Map<String, String> all, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(target)).timeout(Duration.ofSeconds(20));
        all.forEach(request::header);
        request.method(
                method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        return new Answer(client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    static String request(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    int nextId() {
        return ++lastId;
    }

    /** Opens a session, if there are any, and returns the answer to the handshake. */
    JsonNode open(String version) throws Exception {
        var answer = post(
                request(
                        nextId(),
                        "initialize",
                        "{\"protocolVersion\":\"" + version
                                + "\",\"capabilities\":{\"elicitation\":{}},\"clientInfo\":{\"name\":\"p\",\"version\":\"1\"}}"));
        var result = answer.header("Content-Type").startsWith("text/event-stream")
                ? answer.event().json()
                : answer.json();
        if (!answer.header("Mcp-Session-Id").isEmpty()) {
            header("Mcp-Session-Id", answer.header("Mcp-Session-Id"));
        }
        header("MCP-Protocol-Version", result.at("/result/protocolVersion").asString());
        post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return result;
    }

    /** Sends a request of the legacy era. */
    Answer ask(String method, String params) throws Exception {
        return post(request(nextId(), method, params));
    }

    /** Sends a request of the modern era, with the headers that belong to it. */
    Answer modern(String method, String params, Map<String, String> more) throws Exception {
        var json = (ObjectNode) Json.parse(params);
        var meta = json.withObjectProperty("_meta");
        meta.put(MetaKey.PROTOCOL_VERSION, "2026-07-28").putObject(MetaKey.CLIENT_CAPABILITIES);
        var all = new LinkedHashMap<String, String>();
        all.put("MCP-Protocol-Version", "2026-07-28");
        all.put("Mcp-Method", method);
        if (json.has("name")) {
            all.put("Mcp-Name", json.path("name").asString());
        }
        all.putAll(more);
        return post(request(nextId(), method, json.toString()), all);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
