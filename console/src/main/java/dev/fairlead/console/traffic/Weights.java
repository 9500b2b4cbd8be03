package dev.fairlead.console.traffic;

import dev.fairlead.console.traffic.Ear.Heard;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** About how much memory things take, in bytes. Quick, since wires wait for it, and never too little by much. */
final class Weights {
    /** For whatever there is beside texts. */
    static final int EACH = 200;

    private static final int NODE = 32;

    private Weights() {}

    static long of(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    static long of(List<Map.Entry<String, String>> headers) {
        long sum = 0;
        for (var header : headers) {
            sum += EACH + header.getKey().length() + header.getValue().length();
        }
        return sum;
    }

    static long of(Heard heard) {
        return EACH
                + switch (heard) {
                    case Heard.OnLine on ->
                        switch (on.traffic()) {
                            case Traffic.Sent sent -> of(sent.message());
                            case Traffic.Received received -> of(received.message());
                            case Traffic.Ended ended -> of(ended.how());
                            case Traffic.Opened opened -> 0;
                            case Traffic.Closed closed -> 0;
                        };
                    case Heard.OnHttp on -> {
                        var http = on.http();
                        yield (http.body() == null ? 0 : http.body().length)
                                + of(http.url())
                                + of(http.trouble())
                                + of(List.copyOf(http.sent().values().entrySet()))
                                + of(http.answer());
                    }
                    case Heard.Output output -> of(output.text());
                };
    }

    private static long of(Message message) {
        return switch (message) {
            case Request request -> id(request.id()) + of(request.method()) + json(request.params());
            case Notification news -> of(news.method()) + json(news.params());
            case Response.Result result -> id(result.id()) + json(result.result());
            case Response.Failure failure ->
                id(failure.id())
                        + of(failure.error().message())
                        + json(failure.error().data());
            case Message.Malformed bad -> id(bad.id()) + of(bad.problem()) + of(bad.excerpt());
        };
    }

    private static long id(@Nullable RequestId id) {
        return id instanceof RequestId.Text text ? text.value().length() : 0;
    }

    /** Adds up without recursion, whatever a server nests. */
    private static long json(@Nullable JsonNode whole) {
        if (whole == null) {
            return 0;
        }
        long sum = 0;
        var left = new ArrayDeque<JsonNode>();
        left.push(whole);
        while (!left.isEmpty()) {
            var node = left.pop();
            sum += NODE;
            if (node.isString()) {
                sum += node.stringValue().length();
            } else if (node.isObject()) {
                for (var member : node.properties()) {
                    sum += member.getKey().length();
                    left.push(member.getValue());
                }
            } else {
                node.values().forEach(left::push);
            }
        }
        return sum;
    }
}
