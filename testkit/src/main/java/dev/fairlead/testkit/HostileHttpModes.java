package dev.fairlead.testkit;

import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** Every way to misbehave on HTTP, by name. */
final class HostileHttpModes {
    private static final int SOME_BYTES = 10;
    private static final String JSON = "application/json";

    private HostileHttpModes() {}

    static Map<String, Consumer<HostileHttp>> all() {
        var modes = new TreeMap<String, Consumer<HostileHttp>>();
        modes.put("ok", stage -> {});
        answers(modes);
        connections(modes);
        floods(modes);
        events(modes);
        sessions(modes);
        HostileModes.onHttp().forEach((name, mode) -> modes.put(name, stage -> stage.play(mode)));
        return modes;
    }

    private static void answers(Map<String, Consumer<HostileHttp>> modes) {
        call(modes, "http-status", options -> {
            var body = options.text("body", "html");
            return (exchange, usual) ->
                    exchange.answer(options.number("status", 500), type(body), body(body, exchange.request()));
        });
        modes.put("http-redirect", HostileHttpModes::redirect);
        call(
                modes,
                "http-wrong-type",
                options -> Fault.answer(
                        200,
                        Map.of("Content-Type", options.text("type", "text/html")),
                        "<html><body>Welcome</body></html>"));
        call(modes, "http-empty", options -> Fault.empty(options.number("status", 200)));
        call(
                modes,
                "retry-after",
                options -> Fault.retryAfter(options.number("status", 503), options.text("value", "1")));
        modes.put(
                "http-set-cookie",
                stage -> stage.front()
                        .faults()
                        .on(
                                request -> true,
                                Fault.header(
                                        "Set-Cookie", stage.options().text("cookie", "sid=secret-cookie; Path=/"))));
    }

    private static Map<String, String> type(String body) {
        return switch (body) {
            case "html" -> Map.of("Content-Type", "text/html");
            case "empty" -> Map.of();
            default -> Map.of("Content-Type", JSON);
        };
    }

    private static String body(String kind, RecordedRequest request) {
        var error = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,\"message\":\"no\"}}";
        return switch (kind) {
            case "html" -> "<html><body>\u001b[31mno\u001b[0m</body></html>";
            case "empty" -> "";
            case "json" -> error.formatted(request.rpcId());
            case "foreign" -> error.formatted("987654321");
            case "null" -> error.formatted("null");
            case "long" -> "x".repeat(1 << 20);
            default -> kind;
        };
    }

    private static void redirect(HostileHttp stage) {
        var to = stage.options().text("to", "canary");
        int status = stage.options().number("status", 307);
        stage.front()
                .faults()
                .on(request -> isCall(request) || request.query().startsWith("hop="), (exchange, usual) -> {
                    var location = switch (to) {
                        case "canary" -> stage.canaryOrigin() + "/stolen";
                        case "self" -> exchange.request().target();
                        case "loop" -> "/mcp?hop=" + (hop(exchange.request()) + 1);
                        case "file" -> "file:///etc/passwd";
                        default -> to;
                    };
                    exchange.answer(status, Map.of("Location", location), "");
                });
    }

    private static int hop(RecordedRequest request) {
        var query = request.query();
        return query.startsWith("hop=") ? Integer.parseInt(query.substring("hop=".length())) : 0;
    }

    private static void connections(Map<String, Consumer<HostileHttp>> modes) {
        call(modes, "http-truncate", options -> switch (options.number("v", 0)) {
            case 0 -> Fault.cutBody(SOME_BYTES);
            case 1 -> EventFaults.preceding(request -> List.of()).and(Fault.cutBody(3 * SOME_BYTES));
            default -> Fault.cutBody(0);
        });
        call(modes, "http-reset", options -> switch (options.text("when", "after")) {
            case "before" -> Fault.reset();
            case "mid" -> Fault.resetBody(SOME_BYTES);
            default -> Fault.resetAfterExecuting();
        });
        call(modes, "http-exec-then-drop", options -> Fault.hangUpAfterExecuting());
        call(modes, "http-stall", options -> switch (options.text("when", "before")) {
            case "after" -> Fault.stallAfterExecuting();
            case "body" -> Fault.stallBody(0);
            case "mid" -> Fault.stallBody(SOME_BYTES);
            case "event" -> EventFaults.stallMidEvent();
            default -> Fault.stall();
        });
        modes.put("http-blackhole", stage -> {
            stage.url(stage.proxy().through(stage.front().url()));
            call(stage, (exchange, usual) -> {
                stage.proxy().blackhole(true);
                exchange.awaitGone();
            });
        });
        call(modes, "http-drip", options -> Fault.drip(Duration.ofMillis(options.number("ms", 1000))));
        call(
                modes,
                "http-stale-conn",
                options ->
                        options.text("when", "after").equals("reuse") ? Fault.closeOnReuse() : Fault.closeAfterwards());
    }

    private static void floods(Map<String, Consumer<HostileHttp>> modes) {
        call(modes, "http-gzip-bomb", options -> Fault.gzipBomb(options.number("bytes", 64 << 20)));
        call(
                modes,
                "http-header-flood",
                options -> Fault.headerFlood(options.number("n", 10_000), options.number("length", 100)));
        call(modes, "http-1xx-flood", options -> Fault.informational(options.number("n", 100_000)));
        call(modes, "http-chunk-evil", options -> Fault.brokenChunks(options.number("v", 0)));
        call(modes, "http-endless", options -> EventFaults.endlessJson(new AtomicLong()));
    }

    private static void events(Map<String, Consumer<HostileHttp>> modes) {
        call(modes, "sse-noise", options -> EventFaults.noise());
        call(
                modes,
                "sse-comments-forever",
                options -> EventFaults.commentsForever(Duration.ofMillis(options.number("ms", 100))));
        call(modes, "sse-close-early", options -> EventFaults.closeEarly());
        call(modes, "sse-huge-event", options -> EventFaults.endlessEvent(new AtomicLong()));
        call(modes, "sse-foreign", options -> EventFaults.preceding(HostileHttpModes::foreign));
    }

    /** Answers to the neighbours of a request, and to nothing at all. */
    private static List<String> foreign(RecordedRequest request) {
        long id = request.json().path("id").asLong(0);
        return List.of(foreign("" + (id - 1)), foreign("" + (id + 1)), foreign("\"" + id + "\""), foreign("null"));
    }

    private static String foreign(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id
                + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"FOREIGN\"}]}}";
    }

    private static void sessions(Map<String, Consumer<HostileHttp>> modes) {
        modes.put("session-404", stage -> {
            if (stage.options().number("always", 0) > 0) {
                call(stage, Fault.answer(404));
            } else {
                stage.front().faults().once(HostileHttpModes::isCall, (exchange, usual) -> {
                    stage.front().forgetSessions();
                    usual.handle(exchange);
                });
            }
        });
        modes.put(
                "session-evil",
                stage -> stage.front()
                        .faults()
                        .on(
                                RecordedRequest.rpc("initialize"),
                                Fault.header(
                                        "Mcp-Session-Id", evil(stage.options().number("v", 0)))));
        modes.put("sse-endpoint-evil", stage -> {
            stage.front().endpoint(stage.options().text("to", stage.canaryOrigin() + "/steal"));
            stage.url(stage.front().sseUrl());
        });
    }

    private static String evil(int way) {
        return switch (way) {
            case 0 -> "evil\u0001id";
            case 1 -> "\u00fcn\u00efcode";
            case 2 -> "evil\r\nX-Injected: yes";
            case 3 -> "x".repeat(1 << 16);
            case 4 -> "two words";
            default -> "";
        };
    }

    private static boolean isCall(RecordedRequest request) {
        return request.rpcMethod().equals("tools/call")
                && !request.json().at("/params/name").asString("").equals("ledger");
    }

    private static void call(
            Map<String, Consumer<HostileHttp>> modes, String name, Function<HostileOptions, Fault> fault) {
        modes.put(name, stage -> call(stage, fault.apply(stage.options())));
    }

    /** Spoils calls: the first few if {@code --times} says so, else all. */
    private static void call(HostileHttp stage, Fault fault) {
        stage.front()
                .faults()
                .times(stage.options().number("times", Integer.MAX_VALUE), HostileHttpModes::isCall, fault);
    }
}
