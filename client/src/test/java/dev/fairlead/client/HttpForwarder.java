package dev.fairlead.client;

import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Passes whole requests and whole answers on, as simple proxies do; streams that stay open do not get through. */
final class HttpForwarder implements AutoCloseable {
    // What belongs to one connection and not to the request.
    private static final Set<String> OF_THE_HOP =
            Set.of("host", "connection", "content-length", "proxy-connection", "transfer-encoding", "accept-encoding");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Function<RecordedRequest, String> target;
    private final HttpServer server;

    private HttpForwarder(Function<RecordedRequest, String> target) {
        this.target = target;
        this.server = HttpServer.start(this::forward);
    }

    /** Forwards to where this function says. */
    static HttpForwarder to(Function<RecordedRequest, String> target) {
        return new HttpForwarder(target);
    }

    String origin() {
        return server.origin();
    }

    int port() {
        return server.port();
    }

    List<RecordedRequest> requests() {
        return server.requests();
    }

    private void forward(HttpExchange exchange) throws IOException, InterruptedException {
        var came = exchange.request();
        var next = HttpRequest.newBuilder(URI.create(target.apply(came)))
                .method(came.method(), HttpRequest.BodyPublishers.ofString(came.body()));
        came.headers().stream()
                .filter(header -> !OF_THE_HOP.contains(header.name().toLowerCase(Locale.ROOT)))
                .forEach(header -> next.header(header.name(), header.value()));
        var answer = client.send(next.build(), HttpResponse.BodyHandlers.ofString());
        var headers = new LinkedHashMap<String, String>();
        answer.headers().map().forEach((name, values) -> {
            if (!OF_THE_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, values.getFirst());
            }
        });
        exchange.answer(answer.statusCode(), headers, answer.body());
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
    }
}
