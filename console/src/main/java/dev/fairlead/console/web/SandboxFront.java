package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Answers requests at the second address: the two files of the frame in which interfaces of servers run. It has nothing
 * else, and no cookie counts here.
 */
public final class SandboxFront implements Listener.Front {
    private static final Set<String> SERVED = Set.of("sandbox.html", "sandbox.js");

    private final Set<String> hosts;
    private final String framing;
    private final PageFiles files;

    /** Makes one at a port, for frames in the page at another. */
    public SandboxFront(int port, int console, PageFiles files) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.framing = "frame-ancestors http://127.0.0.1:%s http://localhost:%s".formatted(console, console);
        this.files = files;
    }

    @Override
    public void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getResponseHeaders();
        // No fetch directives: a document in a frame of this one inherits them, and brings its own.
        headers.set("Content-Security-Policy", framing);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
        try {
            reply(exchange).send(exchange);
        } catch (Refusal refusal) {
            exchange.getResponseHeaders().set("Connection", "close");
            Reply.json(refusal.status(), refusal.toJson()).send(exchange);
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        var hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (hosts.size() != 1 || !this.hosts.contains(hosts.getFirst())) {
            throw new Refusal(421, "wrong-host", "Request refused: this answers only under its own local address.");
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            throw new Refusal(405, "wrong-method", "Request refused: this address is only looked at.");
        }
        var raw = exchange.getRequestURI().getRawPath();
        var path = PathText.segments(raw == null ? "" : raw);
        if (path.size() != 1 || !SERVED.contains(path.getFirst())) {
            throw Refusal.missing("no-such-address", "There is nothing at this address.");
        }
        return files.file(path.getFirst(), false)
                .orElseThrow(() -> Refusal.missing("no-such-address", "There is nothing at this address."))
                .with("Cache-Control", "no-store");
    }
}
