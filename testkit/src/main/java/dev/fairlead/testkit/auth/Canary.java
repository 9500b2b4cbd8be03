package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.util.List;
import java.util.Map;

/** A server that nobody has any business with: it counts who comes all the same. */
public final class Canary implements AutoCloseable {
    private final HttpServer http = HttpServer.start(
            exchange -> exchange.answer(200, Map.of("Content-Type", "application/json"), "{\"canary\":true}"));

    private Canary() {}

    /** Starts one on a free port of this machine. */
    public static Canary start() {
        return new Canary();
    }

    /** Returns its address. */
    public String url() {
        return http.origin() + "/canary";
    }

    /** Returns its port. */
    public int port() {
        return http.port();
    }

    /** Returns how many requests have come. */
    public int hits() {
        return http.requests().size();
    }

    /** Returns how many connections have been made, with a request or without. */
    public int connections() {
        return http.acceptedConnections();
    }

    /** Lists the requests that have come. */
    public List<RecordedRequest> requests() {
        return http.requests();
    }

    /** Ends it. */
    @Override
    public void close() {
        http.close();
    }
}
