package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.keep.NotKeptException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Answers requests at the console's own address: the page, its files, and what the page asks for. */
public final class ConsoleFront implements Listener.Front {
    private static final System.Logger LOG = System.getLogger(ConsoleFront.class.getName());
    private static final String API = "api";
    private static final long MOST_SKIPPED = 64L << 20;

    private final int port;
    private final String sandbox;
    private final Guard guard;
    private final Access access;
    private final PageFiles files;
    private final Routes routes;
    private final EventStream events;

    /**
     * Makes one.
     *
     * @param sandbox the address of the sandbox, the only one that the page may frame
     */
    public ConsoleFront(int port, String sandbox, Access access, PageFiles files, Routes routes, Broadcast broadcast) {
        this.port = port;
        this.sandbox = sandbox;
        this.guard = new Guard(port);
        this.access = access;
        this.files = files;
        this.routes = routes;
        this.events = new EventStream(broadcast);
    }

    @Override
    public void answer(HttpExchange exchange) throws IOException {
        var nonce = Access.secret();
        secure(exchange, nonce);
        boolean api = exchange.getRequestURI().getPath() != null
                && exchange.getRequestURI().getPath().startsWith("/" + API + "/");
        try {
            guard.check(exchange.getRequestMethod(), exchange.getRequestHeaders());
            var uri = exchange.getRequestURI();
            if (uri.isAbsolute() || uri.getRawAuthority() != null || uri.getRawPath() == null) {
                throw new Refusal(400, "bad-path", "Request refused: the address cannot be read.");
            }
            reply(exchange, PathText.segments(uri.getRawPath()), nonce).send(exchange);
        } catch (Refusal refusal) {
            LOG.log(Level.DEBUG, "A request was refused: {0}", refusal.getMessage());
            refused(exchange, refusal, api);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            Reply.json(503, Refusal.internal("The console ends.")).send(exchange);
        } catch (NotKeptException failure) {
            LOG.log(Level.ERROR, "What the page changed could not be kept", failure);
            var refusal = new Refusal(507, "not-kept", "This could not be kept: %s.".formatted(failure.getMessage()))
                    .hint("Remove something, or make room on the disk.");
            Reply.json(refusal.status(), refusal.toJson()).send(exchange);
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.log(
                    Level.ERROR,
                    "Answering %s %s failed"
                            .formatted(
                                    exchange.getRequestMethod(),
                                    exchange.getRequestURI().getRawPath()),
                    defect);
            if (exchange.getResponseCode() == -1) {
                Reply.json(500, Refusal.internal(null)).send(exchange);
            }
        }
    }

    private Reply reply(HttpExchange exchange, List<String> path, String nonce)
            throws IOException, InterruptedException {
        var headers = exchange.getRequestHeaders();
        boolean reads = exchange.getRequestMethod().equals("GET")
                || exchange.getRequestMethod().equals("HEAD");
        var inquiry = new Inquiry(exchange, Map.of());
        boolean admitted = access.admits(headers.getOrDefault("Cookie", List.of()), port);
        var token = inquiry.query("token", 500);
        if (path.isEmpty() && exchange.getRequestMethod().equals("GET") && token.isPresent()) {
            boolean right = access.isToken(token.get());
            if (right || admitted) {
                // Whoever was let in before keeps the cookie, and loses the token from the address.
                var home = Reply.bytes(303, "text/plain", new byte[0]).with("Location", "/");
                return admitted ? home : home.with("Set-Cookie", access.given(port));
            }
        }
        if (!admitted) {
            throw new Refusal(401, "no-session", "Open the address that the terminal printed.");
        }
        if (!path.isEmpty() && path.getFirst().equals(API)) {
            if (path.equals(List.of(API, "events"))
                    && exchange.getRequestMethod().equals("GET")) {
                return events.reply(inquiry);
            }
            var length = headers.getFirst("Content-Length");
            if (length != null && !length.matches("[0-9]{1,7}")) {
                throw Inquiry.tooLarge();
            }
            var found = routes.find(exchange.getRequestMethod(), path);
            return found.handler().handle(new Inquiry(exchange, found.variables()));
        }
        if (!reads) {
            throw new Refusal(405, "wrong-method", "Request refused: this address is only looked at.");
        }
        boolean gzip = Optional.ofNullable(headers.getFirst("Accept-Encoding"))
                .map(value -> value.toLowerCase(Locale.ROOT).contains("gzip"))
                .orElse(false);
        if (path.isEmpty()) {
            return files.index(nonce, gzip);
        }
        var file = path.size() <= 2 ? files.file(String.join("/", path), gzip) : Optional.<Reply>empty();
        return file.orElseThrow(() -> Refusal.missing("no-such-address", "There is nothing at this address."));
    }

    private void secure(HttpExchange exchange, String nonce) {
        var headers = exchange.getResponseHeaders();
        headers.set(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce
                        + "'; img-src 'self' data: blob:;"
                        + " media-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src " + sandbox
                        + "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private static void refused(HttpExchange exchange, Refusal refusal, boolean api) throws IOException {
        boolean page = !api && refusal.code().equals("no-session");
        if (refusal.status() == 413) {
            // Whoever is still sending would not see the answer.
            drain(exchange.getRequestBody());
        }
        // What is left of a large body is not read, so that the connection cannot be used any more.
        exchange.getResponseHeaders().set("Connection", "close");
        (page
                        ? PageFiles.plain(401, "Fairlead console", String.valueOf(refusal.getMessage()))
                        : Reply.json(refusal.status(), refusal.toJson()))
                .send(exchange);
    }

    private static void drain(InputStream body) throws IOException {
        var buffer = new byte[64 << 10];
        long read = 0;
        for (int some = body.read(buffer); some >= 0 && read < MOST_SKIPPED; some = body.read(buffer)) {
            read += some;
        }
    }
}
