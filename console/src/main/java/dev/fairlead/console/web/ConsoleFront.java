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
    private static final String KEY = "Fairlead-Key";
    private static final String API = "api";
    private static final List<String> LOGIN = List.of(API, "login");
    private static final List<String> HELLO = List.of(API, "hello");
    private static final List<String> EVENTS = List.of(API, "events");
    private static final long MOST_SKIPPED = 64L << 20;

    private final String sandbox;
    private final Guard guard;
    private final Signpost signpost;
    private final Access access;
    private final Door door;
    private final PageFiles files;
    private final Routes routes;
    private final EventStream events;

    /**
     * Makes one.
     *
     * @param sandbox the address of the sandbox, the only one that the page may frame
     */
    public ConsoleFront(int port, String sandbox, Access access, PageFiles files, Routes routes, Broadcast broadcast) {
        this.sandbox = sandbox;
        this.guard = new Guard(port);
        this.signpost = new Signpost(guard.address());
        this.access = access;
        this.door = new Door(access);
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
            guard.check(exchange.getRequestMethod(), exchange.getRequestHeaders(), () -> isLed(exchange));
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

    /** A file in the person's home leads the browser to the page, which takes that for another site. */
    private boolean isLed(HttpExchange exchange) {
        return "/".equals(exchange.getRequestURI().getRawPath())
                && new Inquiry(exchange, Map.of())
                        .query("token", 500)
                        .filter(access::isPass)
                        .isPresent();
    }

    private Reply reply(HttpExchange exchange, List<String> path, String nonce)
            throws IOException, InterruptedException {
        return !path.isEmpty() && path.getFirst().equals(API) ? asked(exchange, path) : page(exchange, path, nonce);
    }

    private Reply asked(HttpExchange exchange, List<String> path) throws InterruptedException {
        var headers = exchange.getRequestHeaders();
        var length = headers.getFirst("Content-Length");
        if (length != null && !length.matches("[0-9]{1,7}")) {
            throw Inquiry.tooLarge();
        }
        var method = exchange.getRequestMethod();
        var inquiry = new Inquiry(exchange, Map.of());
        var cookies = headers.getOrDefault("Cookie", List.of());
        if (path.equals(LOGIN) && method.equals("POST")) {
            return door.login(inquiry, cookies);
        }
        if (path.equals(HELLO) && method.equals("GET")) {
            return door.hello(inquiry);
        }
        var keys = headers.getOrDefault(KEY, List.of());
        if (!access.admits(cookies, keys)) {
            throw Door.closed();
        }
        Reception.received(); // What comes along has a time of its own, and not every address asks for it.
        if (path.equals(EVENTS) && method.equals("GET")) {
            return events.reply(inquiry, () -> access.admits(cookies, keys));
        }
        var found = routes.find(method, path);
        return found.handler().handle(new Inquiry(exchange, found.variables()));
    }

    /** Its files are the same for everybody; the page itself is only for whoever was let in, or could be. */
    private Reply page(HttpExchange exchange, List<String> path, String nonce) throws IOException {
        var headers = exchange.getRequestHeaders();
        var method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw new Refusal(405, "wrong-method", "Request refused: this address is only looked at.");
        }
        boolean gzip = Optional.ofNullable(headers.getFirst("Accept-Encoding"))
                .map(value -> value.toLowerCase(Locale.ROOT).contains("gzip"))
                .orElse(false);
        if (path.isEmpty()) {
            var token = new Inquiry(exchange, Map.of()).query("token", 500);
            if (!access.knows(headers.getOrDefault("Cookie", List.of()))
                    && token.filter(access::isToken).isEmpty()) {
                throw Door.closed();
            }
            return files.index(nonce, gzip);
        }
        var file = path.size() <= 2 ? files.file(String.join("/", path), gzip) : Optional.<Reply>empty();
        return file.orElseThrow(() -> Refusal.missing("no-such-address", "There is nothing at this address."));
    }

    /** Returns the one address that the console at a port answers under. */
    public static String address(int port) {
        return new Guard(port).address();
    }

    /**
     * Returns what the page may do, in the words of browsers.
     *
     * @param sandbox the address of the sandbox
     * @param nonce by which its own styles are known
     */
    public static String contentRules(String sandbox, String nonce) {
        return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce
                + "'; img-src 'self' data: blob:;"
                + " media-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src " + sandbox
                + "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    }

    private void secure(HttpExchange exchange, String nonce) {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", contentRules(sandbox, nonce));
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private void refused(HttpExchange exchange, Refusal refusal, boolean api) throws IOException {
        boolean page = !api && refusal.code().equals("no-session");
        if (refusal.status() == 413 || refusal.status() == 401) {
            // Whoever is still sending would not see the answer.
            drain(exchange.getRequestBody());
        }
        // What is left of a large body is not read, so that the connection cannot be used any more.
        exchange.getResponseHeaders().set("Connection", "close");
        (page
                        ? PageFiles.plain(401, "Fairlead console", String.valueOf(refusal.getMessage()))
                        : signpost.of(exchange, refusal)
                                .orElseGet(() -> Reply.json(refusal.status(), refusal.toJson())))
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
