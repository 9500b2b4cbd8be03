package dev.fairlead.testkit;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.testkit.http.RecordedRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What every HTTP request of a client must say, and what it must not. */
final class HttpChecks {
    static final String SESSION = "Mcp-Session-Id";
    static final String VERSION = "MCP-Protocol-Version";
    static final String LAST_EVENT = "Last-Event-ID";

    private final FakeServer server;

    HttpChecks(FakeServer server) {
        this.server = server;
    }

    /** Returns the status by which a POST is refused, or 200. */
    int post(RecordedRequest request) {
        if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
            complain(request, "does not accept both JSON and events: " + request.header("Accept"));
            return 406;
        }
        return json(request);
    }

    /** Returns the status by which a body is refused, or 200. */
    int json(RecordedRequest request) {
        var type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.matches("application/json\\s*(;.*)?")) {
            complain(request, "is not declared to be JSON: '" + type + "'");
            return 415;
        }
        return 200;
    }

    /** Returns the status by which a request for a stream is refused, or 200. */
    int get(RecordedRequest request) {
        if (!accepts(request, "text/event-stream")) {
            complain(request, "does not accept events");
            return 406;
        }
        return 200;
    }

    /** Complains of the wrong version header in a session; returns the status by which it is refused, or 200. */
    int version(RecordedRequest request, @Nullable ProtocolVersion agreed) {
        var given = request.header(VERSION);
        if (agreed == null) {
            return 200;
        }
        if (given.isEmpty()) {
            if (agreed.compareTo(ProtocolVersion.V2025_06_18) >= 0) {
                complain(request, "lacks " + VERSION);
            }
            return 200;
        }
        if (!given.get().equals(agreed.id())) {
            complain(request, "says " + VERSION + " " + given.get() + " where " + agreed.id() + " was agreed");
            return 400;
        }
        return 200;
    }

    /** Complains of headers that have no place here. */
    void without(RecordedRequest request, String... names) {
        for (var name : names) {
            if (request.has(name)) {
                complain(request, "has the header " + name);
            }
        }
    }

    void complain(RecordedRequest request, String what) {
        var method = request.rpcMethod();
        server.complain(
                request.method() + " " + request.path() + (method.isEmpty() ? "" : " (" + method + ")") + " " + what);
    }

    private static boolean accepts(RecordedRequest request, String type) {
        for (var one : request.header("Accept").orElse("").split(",", -1)) {
            if (one.split(";", -1)[0].strip().equalsIgnoreCase(type)) {
                return true;
            }
        }
        return false;
    }
}
