package dev.fairlead.console.traffic;

import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.traffic.Ear.Heard;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.http.HttpWatcher;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes rows of what is heard. For whoever holds the lock of the log. */
final class RowWriter {
    private static final int ID_BYTES = 300;
    private static final Pattern ID = Pattern.compile("\"id\":(\"(?:[^\"\\\\]|\\\\.)*\"|-?\\d+)");
    private static final int MOST_OPEN = 20_000;
    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_ID = 200;

    private final TrafficLog log;
    private final Redactor redactor;
    private final TrafficListener listener;
    private final Map<Exchange, Row> exchanges = new HashMap<>();
    private final Map<Asked, Row> asked = new HashMap<>();

    private record Exchange(long line, long number) {}

    /** A request by its id: one of ours, or one of the server's. */
    private record Asked(long line, boolean ours, String id) {}

    RowWriter(TrafficLog log, Redactor redactor, TrafficListener listener) {
        this.log = log;
        this.redactor = redactor;
        this.listener = listener;
    }

    void forget() {
        exchanges.clear();
        asked.clear();
    }

    void write(Heard heard) {
        switch (heard) {
            case Heard.OnLine on -> {
                if (exchanges.size() > MOST_OPEN || asked.size() > MOST_OPEN) {
                    forget(); // A server that asks and never listens must not cost memory without end.
                }
                onLine(on);
            }
            case Heard.OnHttp(var server, var http) -> http(server, http);
            case Heard.Output(var server, long at, var text) -> {
                var row = log.add("in", server, "error-output", "stderr", null, null, at, 0);
                log.change(row, () -> {
                    row.note = row.bounded(redactor.text(text));
                    row.bytes = text.length();
                });
            }
        }
    }

    void app(Row row, ObjectNode message) {
        log.change(row, () -> {
            row.request = row.bounded(Json.write(redactor.json(message)));
            row.bytes = row.request.length();
            row.status = "ok";
        });
    }

    private void onLine(Heard.OnLine on) {
        switch (on.traffic()) {
            case Traffic.Sent sent -> sent(on, sent);
            case Traffic.Received received -> received(on, received);
            case Traffic.Ended ended -> {
                var row = exchanges.remove(new Exchange(on.line(), ended.exchange()));
                if (row != null && "open".equals(row.status)) {
                    end(row, on, "lost", redactor.text(ended.how()));
                }
            }
            case Traffic.Opened opened -> {}
            case Traffic.Closed closed -> {
                for (Iterator<Map.Entry<Asked, Row>> each = asked.entrySet().iterator(); each.hasNext(); ) {
                    var open = each.next();
                    if (open.getKey().line() == on.line()) {
                        each.remove();
                        if ("open".equals(open.getValue().status)) {
                            end(open.getValue(), on, "lost", "the connection was closed");
                        }
                    }
                }
                exchanges.keySet().removeIf(exchange -> exchange.line() == on.line());
            }
        }
    }

    private void sent(Heard.OnLine on, Traffic.Sent sent) {
        switch (sent.message()) {
            case Request request -> {
                var id = text(request.id());
                var row = begin(on, "out", "request", request.method(), id, on.call(), request);
                exchanges.put(new Exchange(on.line(), sent.exchange()), row);
                asked.put(new Asked(on.line(), true, id), row);
                if (on.call() != null) {
                    listener.began(on.call(), Long.toString(row.id), request.method(), on.nanos());
                }
            }
            case Notification news -> {
                begin(on, "out", "notification", news.method(), null, on.call(), news);
                cancelled(on, news);
            }
            case Response response -> answered(on, false, response, response.id());
            case Message.Malformed bad -> {}
        }
    }

    private void received(Heard.OnLine on, Traffic.Received received) {
        var cause = exchanges.get(new Exchange(on.line(), received.exchange()));
        var call = cause == null ? null : cause.call;
        switch (received.message()) {
            case Request request -> {
                var id = text(request.id());
                var row = begin(on, "in", "request", request.method(), id, call, request);
                asked.put(new Asked(on.line(), false, id), row);
            }
            case Notification news -> begin(on, "in", "notification", news.method(), null, call, news);
            case Response response -> {
                exchanges.remove(new Exchange(on.line(), received.exchange()));
                answered(on, true, response, response.id());
            }
            case Message.Malformed bad -> {
                var row = log.add("in", on.server(), "notification", "(not MCP)", null, call, millis(on), on.nanos());
                log.change(row, () -> {
                    row.status = "error";
                    row.note = row.bounded(redactor.text(bad.problem() + "\n" + bad.excerpt()));
                });
            }
        }
    }

    private Row begin(
            Heard.OnLine on,
            String direction,
            String kind,
            String method,
            @Nullable String id,
            @Nullable String call,
            Message message) {
        var row = log.add(direction, on.server(), kind, method, id, call, millis(on), on.nanos());
        log.change(row, () -> {
            row.status = kind.equals("request") ? "open" : "ok";
            row.request = body(row, on, message);
        });
        return row;
    }

    private void answered(Heard.OnLine on, boolean ours, Response response, @Nullable RequestId id) {
        var row = id == null ? null : asked.remove(new Asked(on.line(), ours, text(id)));
        if (row == null) {
            begin(
                    on,
                    ours ? "in" : "out",
                    "notification",
                    "(answer to nothing)",
                    id == null ? null : text(id),
                    null,
                    response);
            return;
        }
        log.change(row, () -> {
            row.response = body(row, on, response);
            row.tookMs = (on.nanos() - row.beganNanos) / 1e6;
            // What was taken back stays so, although the answer came all the same.
            if (!"cancelled".equals(row.status)) {
                row.status = response instanceof Response.Failure ? "error" : "ok";
            }
        });
        over(row, on, response instanceof Response.Result result ? result.result() : null);
    }

    private void cancelled(Heard.OnLine on, Notification news) {
        var params = news.params();
        if (news.method().equals("notifications/cancelled") && params != null && params.hasNonNull("requestId")) {
            var row = asked.get(
                    new Asked(on.line(), true, text(params.path("requestId").asString(""))));
            if (row != null) {
                end(row, on, "cancelled", null);
            }
        }
    }

    private void end(Row row, Heard.OnLine on, String status, @Nullable String note) {
        log.change(row, () -> {
            row.status = status;
            row.tookMs = (on.nanos() - row.beganNanos) / 1e6;
            row.note = note == null ? row.note : row.bounded(note);
        });
        over(row, on, null);
    }

    private void over(Row row, Heard.OnLine on, @Nullable JsonNode result) {
        if (row.call != null && row.direction.equals("out") && !row.ended) {
            row.ended = true;
            listener.ended(
                    row.call,
                    row.server,
                    Long.toString(row.id),
                    row.method,
                    Duration.ofNanos(on.nanos() - row.beganNanos),
                    result);
        }
    }

    private void http(String server, HttpWatcher.Heard http) {
        var id = http.body() == null ? null : id(http.body());
        var row = id == null
                ? null
                : asked.entrySet().stream()
                        .filter(entry ->
                                entry.getKey().ours() && entry.getKey().id().equals(id))
                        .map(Map.Entry::getValue)
                        .filter(one -> one.server.equals(server) && (one.httpUrl == null || one.httpStatus == 401))
                        .max(Comparator.comparingLong(one -> one.id))
                        .orElse(null);
        if (row == null) {
            row = log.add(
                    "out", server, "http", http.method(), null, null, http.at().toEpochMilli(), 0);
        }
        var found = row;
        log.change(row, () -> {
            found.httpStatus = http.status();
            found.httpUrl = Shortened.of(place(http.url()), Shortened.ADDRESS);
            found.sentHeaders = hidden(List.copyOf(http.sent().values().entrySet()));
            found.answerHeaders = hidden(http.answer());
            if (found.kind.equals("http")) {
                found.tookMs = http.took().toNanos() / 1e6;
                found.status = http.status() == 0 || http.status() >= 400 ? "error" : "ok";
                found.note = http.trouble() == null ? null : found.bounded(redactor.text(http.trouble()));
            }
        });
    }

    /** Hides what headers say that are not known to be harmless: most of the others show who is asking. */
    private List<Map.Entry<String, String>> hidden(List<Map.Entry<String, String>> headers) {
        return headers.stream()
                .limit(MOST_HEADERS)
                .map(header -> Map.entry(
                        Shortened.of(header.getKey(), Shortened.NAME),
                        HarmlessHeaders.contains(header.getKey())
                                ? Shortened.of(redactor.text(header.getValue()), Shortened.ADDRESS)
                                : Redactor.HIDDEN))
                .toList();
    }

    /** Returns an address without what may be secret in it. */
    private String place(String url) {
        try {
            var uri = URI.create(url);
            var query = uri.getRawQuery() == null ? "" : "?" + Redactor.HIDDEN;
            return redactor.text("%s://%s%s%s"
                    .formatted(
                            uri.getScheme(),
                            uri.getAuthority(),
                            Objects.requireNonNullElse(uri.getRawPath(), ""),
                            query));
        } catch (IllegalArgumentException odd) {
            return Redactor.HIDDEN;
        }
    }

    private static @Nullable String id(byte[] body) {
        var start = new String(body, 0, Math.min(body.length, ID_BYTES), StandardCharsets.UTF_8);
        int params = start.indexOf("\"params\"");
        var match = ID.matcher(params < 0 ? start : start.substring(0, params));
        if (!match.find()) {
            return null;
        }
        var found = match.group(1);
        return text(found.startsWith("\"") ? Json.parse(found).asString("") : found);
    }

    private @Nullable String body(Row row, Heard.OnLine on, Message message) {
        if (on.emptied()) {
            row.dropped = true;
            return null;
        }
        var bytes = MessageCodec.encode(message);
        row.bytes += bytes.length;
        return row.bounded(Json.write(redactor.json(Json.parseOwn(new String(bytes, StandardCharsets.UTF_8)))));
    }

    private static long millis(Heard.OnLine on) {
        return on.traffic().at().toEpochMilli();
    }

    private static String text(RequestId id) {
        return text(id.toJson().asString(""));
    }

    /** Returns an id to know a request by; of one that is very long, what tells it from others. */
    static String text(String id) {
        return id.length() <= LONGEST_ID
                ? id
                : "%s… (%s, %x)".formatted(Shortened.of(id, LONGEST_ID / 2), id.length(), id.hashCode());
    }
}
