package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.ServerSentEvent;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The two URLs of HTTP+SSE, the transport of 2024-11-05: one stream to the client, and an address for what it says. */
final class SseEndpoint {
    static final String MESSAGES = "/messages";

    private final FakeServer server;
    private final HttpManners manners;
    private final HttpChecks checks;
    private final Map<String, Client> clients = new ConcurrentHashMap<>();

    private record Client(HttpStream stream, EventStream events) {}

    SseEndpoint(FakeServer server, HttpManners manners) {
        this.server = server;
        this.manners = manners;
        this.checks = new HttpChecks(server);
    }

    int size() {
        return clients.size();
    }

    /** Takes nothing more from clients whose streams were ended: they would get no answer, and not know what was done. */
    void forget() {
        end(client -> !client.events.open());
    }

    void close() {
        end(client -> true);
    }

    private void end(Predicate<Client> which) {
        clients.forEach((id, client) -> {
            if (which.test(client)) {
                clients.remove(id);
                client.stream.close();
            }
        });
    }

    /** Tells the client where to talk and then everything else, until it leaves. */
    void stream(HttpExchange exchange) throws IOException, InterruptedException {
        if (!exchange.request().method().equals("GET")) {
            exchange.answer(405, Map.of("Allow", "GET"), "");
            return;
        }
        checks.without(exchange.request(), HttpChecks.SESSION, HttpChecks.LAST_EVENT);
        int refused = checks.get(exchange.request());
        if (refused != 200) {
            exchange.answer(refused);
            return;
        }
        var id = UUID.randomUUID().toString();
        var stream = new MessageStream(id, false);
        var client = new HttpStream(stream);
        exchange.whenGone(client::close);
        try {
            var events = exchange.events(Map.of());
            // Once the stream can be ended, and before its client hears where to talk.
            clients.put(id, new Client(client, events));
            var elsewhere = manners.endpoint;
            var endpoint = elsewhere == null ? MESSAGES + "?sessionId=" + id : elsewhere;
            events.send(new ServerSentEvent("endpoint", null, null, endpoint));
            stream.attach(events);
            server.serve(client);
        } finally {
            clients.remove(id);
            stream.end();
        }
    }

    /** Takes what a client says. */
    void message(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        if (!request.method().equals("POST")) {
            exchange.answer(405, Map.of("Allow", "POST"), "");
            return;
        }
        checks.without(request, HttpChecks.SESSION, HttpChecks.LAST_EVENT);
        int refused = checks.json(request);
        var query = request.query();
        var client = clients.get(query.substring(query.indexOf('=') + 1));
        if (client == null || refused != 200) {
            exchange.answer(client == null ? 404 : refused);
            return;
        }
        client.stream.receive(MessageCodec.decode(request.body()));
        exchange.answer(202, Map.of("Content-Type", "text/plain"), "Accepted");
    }
}
