package dev.fairlead.testkit.http;

import java.io.IOException;

/** What a server does about a request. */
@FunctionalInterface
public interface HttpHandler {

    /** Answers, and returns when the answer is over; throws if the client is gone. */
    void handle(HttpExchange exchange) throws IOException, InterruptedException;
}
