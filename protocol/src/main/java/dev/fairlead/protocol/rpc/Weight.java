package dev.fairlead.protocol.rpc;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * About how many bytes of memory messages and their parts take, so that what is kept of a server's words can be bounded. Quick,
 * since readers wait for it, and never too little by much.
 */
public final class Weight {
    private static final int NODE = 32;

    private Weight() {}

    /** Weighs a message. */
    public static long of(Message message) {
        return switch (message) {
            case Request request -> of(request.id()) + of(request.method()) + of(request.params());
            case Notification news -> of(news.method()) + of(news.params());
            case Response.Result result -> of(result.id()) + of(result.result());
            case Response.Failure failure ->
                of(failure.id())
                        + of(failure.error().message())
                        + of(failure.error().data());
            case Message.Malformed bad -> of(bad.id()) + of(bad.problem()) + of(bad.excerpt());
        };
    }

    /** Weighs a text. */
    public static long of(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** Weighs a value without reading what nobody has read yet, and without recursion, whatever somebody nests. */
    public static long of(@Nullable JsonNode whole) {
        if (whole == null) {
            return 0;
        }
        long sum = 0;
        var left = new ArrayDeque<JsonNode>();
        left.push(whole);
        while (!left.isEmpty()) {
            var node = left.pop();
            sum += NODE;
            if (node instanceof UnreadObject unread && unread.bytes() >= 0) {
                sum += unread.bytes();
            } else if (node.isString()) {
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

    private static long of(@Nullable RequestId id) {
        return id instanceof RequestId.Text text ? text.value().length() : 0;
    }
}
