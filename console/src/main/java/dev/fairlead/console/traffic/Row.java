package dev.fairlead.console.traffic;

import dev.fairlead.console.text.Shortened;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Weight;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One exchange: a request with its answer, a notification, a line of error output. Guarded by the lock of its log. */
final class Row {
    static final int LONGEST_BODY = 1 << 20;

    final long id;
    final long at;
    final String server;
    final String direction;
    final String kind;
    final String method;
    final @Nullable String rpcId;
    final @Nullable String call;
    final long beganNanos;

    @Nullable
    String status;

    double tookMs = -1;
    long bytes;

    @Nullable
    String request;

    @Nullable
    String response;

    @Nullable
    String note;

    boolean cut;
    boolean dropped;
    boolean ended; // and whoever made the call was told
    int httpStatus;

    @Nullable
    String httpUrl;

    List<Map.Entry<String, String>> sentHeaders = List.of();
    List<Map.Entry<String, String>> answerHeaders = List.of();

    Row(
            long id,
            long at,
            String server,
            String direction,
            String kind,
            String method,
            @Nullable String rpcId,
            @Nullable String call,
            long beganNanos) {
        this.id = id;
        this.at = at;
        this.server = server;
        this.direction = direction;
        this.kind = kind;
        this.method = Shortened.of(method, Shortened.NAME);
        this.rpcId = Shortened.maybe(rpcId, Shortened.NAME);
        this.call = call;
        this.beganNanos = beganNanos;
    }

    /** Returns about how much memory all of it takes. */
    long weight() {
        return Weights.EACH + Weight.of(method) + Weight.of(rpcId) + Weight.of(httpUrl) + details();
    }

    /** Returns about how much memory that takes of it which can be let go. */
    private long details() {
        return Weight.of(request)
                + Weight.of(response)
                + Weight.of(note)
                + Weights.of(sentHeaders)
                + Weights.of(answerHeaders);
    }

    /** Keeps a text, or its beginning. */
    String bounded(String text) {
        if (text.length() <= LONGEST_BODY) {
            return text;
        }
        cut = true;
        return Shortened.of(text, LONGEST_BODY);
    }

    void drop() {
        dropped |= details() > 0;
        request = null;
        response = null;
        note = null;
        sentHeaders = List.of();
        answerHeaders = List.of();
    }

    ObjectNode toJson() {
        var json = Json.object()
                .put("id", Long.toString(id))
                .put("at", at)
                .put("server", server)
                .put("direction", direction)
                .put("method", method)
                .put("rpcId", rpcId)
                .put("kind", kind)
                .put("status", status);
        if (tookMs >= 0) {
            json.put("tookMs", tookMs);
        } else {
            json.putNull("tookMs");
        }
        json.put("bytes", bytes).put("call", call);
        if (httpUrl == null) {
            json.putNull("http");
        } else {
            json.putObject("http").put("status", httpStatus).put("url", httpUrl);
        }
        return json;
    }

    ObjectNode detail() {
        var json = Json.object();
        json.set("row", toJson());
        json.put("request", request).put("response", response);
        if (httpUrl == null) {
            json.putNull("headers");
        } else {
            var headers = json.putObject("headers");
            pairs(headers.putArray("request"), sentHeaders);
            pairs(headers.putArray("response"), answerHeaders);
        }
        var lines = json.putArray("lines");
        if (note != null) {
            note.lines().forEach(lines::add);
        }
        return json.put("cut", cut).put("dropped", dropped);
    }

    private static void pairs(ArrayNode array, List<Map.Entry<String, String>> headers) {
        headers.forEach(header -> array.addArray().add(header.getKey()).add(header.getValue()));
    }
}
