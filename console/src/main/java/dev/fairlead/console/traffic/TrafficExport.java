package dev.fairlead.console.traffic;

import dev.fairlead.console.text.Version;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes traffic for other programs: one JSON document a line, or an HTTP archive. */
public final class TrafficExport {
    private static final String JSON = "application/json";

    private TrafficExport() {}

    /** Shows rows one after the other. */
    @FunctionalInterface
    public interface Rows {
        /** Shows each of them to somebody. */
        void each(TrafficLog.Reader reader) throws IOException;
    }

    /** Writes one line for each row. */
    public static void lines(Rows rows, OutputStream out) throws IOException {
        rows.each(detail -> write(out, Json.write(detail) + "\n"));
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes an HTTP archive 1.2; what did not travel over HTTP has an address that says so. */
    public static void archive(Rows rows, OutputStream out) throws IOException {
        var creator = Json.object().put("name", "Fairlead").put("version", Version.OURS);
        write(out, "{\"log\":{\"version\":\"1.2\",\"creator\":%s,\"entries\":[".formatted(Json.write(creator)));
        var between = new String[] {""};
        rows.each(detail -> {
            if (!detail.path("row").path("kind").asString("").equals("error-output")) {
                var entry = Json.object();
                entry(entry, detail);
                write(out, between[0] + Json.write(entry));
                between[0] = ",";
            }
        });
        write(out, "]}}");
    }

    private static void entry(ObjectNode entry, JsonNode detail) {
        var row = detail.path("row");
        double took = row.path("tookMs").asDouble(0);
        entry.put(
                "startedDateTime",
                Instant.ofEpochMilli(row.path("at").asLong(0)).toString());
        entry.put("time", took);
        var http = row.path("http");
        var url = http.isObject()
                ? http.path("url").asString("")
                : "stdio://%s/%s"
                        .formatted(
                                row.path("server").asString(""),
                                row.path("method").asString(""));
        var request = entry.putObject("request")
                .put("method", "POST")
                .put("url", url)
                .put("httpVersion", "HTTP/1.1")
                .put("headersSize", -1)
                .put("bodySize", -1);
        request.putArray("cookies");
        request.putArray("queryString");
        headers(request.putArray("headers"), detail.path("headers").path("request"));
        request.putObject("postData")
                .put("mimeType", JSON)
                .put("text", detail.path("request").asString(""));
        var response = entry.putObject("response")
                .put("status", http.isObject() ? http.path("status").asInt(0) : 0)
                .put("statusText", row.path("status").asString(""))
                .put("httpVersion", "HTTP/1.1")
                .put("redirectURL", "")
                .put("headersSize", -1)
                .put("bodySize", -1);
        response.putArray("cookies");
        headers(response.putArray("headers"), detail.path("headers").path("response"));
        var text = detail.path("response").asString("");
        response.putObject("content")
                .put("size", text.length())
                .put("mimeType", JSON)
                .put("text", text);
        entry.putObject("cache");
        entry.putObject("timings").put("send", 0).put("wait", took).put("receive", 0);
        entry.put("_server", row.path("server").asString(""));
        entry.put("_method", row.path("method").asString(""));
        entry.put("_direction", row.path("direction").asString(""));
    }

    private static void headers(ArrayNode array, JsonNode pairs) {
        pairs.forEach(pair -> array.addObject()
                .put("name", pair.path(0).asString(""))
                .put("value", pair.path(1).asString("")));
    }
}
