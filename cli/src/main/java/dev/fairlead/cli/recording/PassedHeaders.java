package dev.fairlead.cli.recording;

import dev.fairlead.client.Forwarding;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireSession;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What has to accompany the messages of a client that knows nothing of HTTP, on lines that are HTTP. */
final class PassedHeaders {
    static final String INITIALIZE = "initialize";

    private static final String VERSION = "MCP-Protocol-Version";
    private static final String SESSION = "Mcp-Session-Id";
    private static final String LIST = "tools/list";
    private static final String CALL = "tools/call";
    private static final Duration NEWS = Duration.ofSeconds(2);
    private static final int MOST_PAGES = 100;

    private final Map<String, JsonNode> schemas = new ConcurrentHashMap<>();
    private final AtomicLong ownRequests = new AtomicLong();
    private volatile boolean inSession;

    /**
     * Returns what accompanies a request: nothing but where there is no session, which each request tells about.
     *
     * @throws IllegalArgumentException if the request cannot be sent, as our own client would not send it
     */
    Headers of(Wire wire, Request request) {
        if (wire.multiplexed() || request.method().equals(INITIALIZE)) {
            return Headers.NONE;
        }
        return Forwarding.headers(request, schemas.get(tool(request)));
    }

    /** Learns from an answer: enters the session that it has opened, and notes what tools want to be repeated. */
    void answered(Wire wire, Request request, JsonNode result, Headers beside) {
        if (wire.multiplexed()) {
            return;
        }
        if (request.method().equals(INITIALIZE)) {
            try {
                enter(wire, result, beside);
            } catch (IllegalArgumentException unfit) {
                throw new ProtocolViolationException("the session that was opened has no usable name", unfit);
            }
        } else if (request.method().equals(LIST)) {
            if (request.params() == null || !request.params().has("cursor")) {
                schemas.clear();
            }
            result.path("tools").forEach(tool -> schemas.put(tool.path("name").asString(""), tool.path("inputSchema")));
        }
    }

    private void enter(Wire wire, JsonNode result, Headers beside) {
        var version = result.path("protocolVersion").asString("");
        var headers = Headers.NONE.with(VERSION, version);
        wire.sessions()
                .enter(beside.get(SESSION)
                        .map(name -> new WireSession(headers.with(SESSION, name), true))
                        .orElseGet(() -> new WireSession(headers, false)));
        inSession = true;
    }

    /** Tells whether a server goes on with a request until it is told otherwise, because hanging up means nothing to it. */
    boolean outlastsHangingUp(Wire wire) {
        return wire.multiplexed() || inSession;
    }

    /** Begins to hear what the server says unasked once the client is ready for it. */
    static void told(Wire wire, Notification news) throws InterruptedException {
        if (!wire.multiplexed() && news.method().equals("notifications/initialized")) {
            wire.sessions().listen(Deadline.after(NEWS));
        }
    }

    /**
     * Tells whether a call was turned away unread, because it repeats too little or what is out of date, and would now be
     * accompanied by something else: asks the server for its tools.
     */
    boolean learnt(Wire wire, Request call, Response.Failure refused, Deadline deadline)
            throws InterruptedException, TimeoutException {
        if (wire.multiplexed() || !call.method().equals(CALL) || refused.error().code() != ErrorCode.HEADER_MISMATCH) {
            return false;
        }
        var before = schemas.get(tool(call));
        var params = Json.object();
        params.set("_meta", meta(call));
        for (int page = 0; page < MOST_PAGES; page++) {
            var next = list(wire, new Request(ownId(), LIST, params.deepCopy()), deadline);
            if (next.isEmpty()) {
                break;
            }
            params.put("cursor", next);
        }
        var now = schemas.get(tool(call));
        return now != null && !now.equals(before);
    }

    /** Asks for one page, and returns what leads to the next; empty where nothing does. */
    private String list(Wire wire, Request request, Deadline deadline) throws InterruptedException, TimeoutException {
        try (var exchange = wire.exchange(request, Forwarding.headers(request, null), deadline)) {
            for (var one = exchange.next(deadline); one.isPresent(); one = exchange.next(deadline)) {
                if (one.get() instanceof Response.Result result) {
                    answered(wire, request, result.result(), Headers.NONE);
                    return result.result().path("nextCursor").asString("");
                }
                if (one.get() instanceof Response) {
                    return "";
                }
            }
            return "";
        }
    }

    private RequestId ownId() {
        return RequestId.of("fairlead-record-" + ownRequests.incrementAndGet());
    }

    private static ObjectNode meta(Request call) {
        var meta = call.params() != null && call.params().get("_meta") instanceof ObjectNode given
                ? given.deepCopy()
                : Json.object();
        meta.remove(MetaKey.PROGRESS_TOKEN);
        return meta;
    }

    private static String tool(Request request) {
        return request.params() == null || !request.method().equals(CALL)
                ? ""
                : request.params().path("name").asString("");
    }
}
