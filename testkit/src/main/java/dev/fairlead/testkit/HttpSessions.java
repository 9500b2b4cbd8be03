package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Streamable HTTP of the legacy era: many clients with their sessions, or all of them without. */
final class HttpSessions {
    private final FakeServer server;
    private final HttpManners manners;
    private final HttpChecks checks;
    private final Map<String, HttpSession> sessions = new ConcurrentHashMap<>();
    private final AtomicLong streams = new AtomicLong();

    HttpSessions(FakeServer server, HttpManners manners, HttpChecks checks) {
        this.server = server;
        this.manners = manners;
        this.checks = checks;
    }

    int size() {
        return sessions.size();
    }

    /** Forgets every session; what is being worked on is still answered. */
    void forget() {
        var all = List.copyOf(sessions.values());
        sessions.clear();
        all.forEach(HttpSession::forget);
    }

    /** Ends every session at once. */
    void close() {
        var all = List.copyOf(sessions.values());
        sessions.clear();
        all.forEach(HttpSession::close);
    }

    void post(HttpExchange exchange, List<Message> messages) throws IOException, InterruptedException {
        var request = exchange.request();
        checks.without(request, HttpChecks.LAST_EVENT);
        boolean handshake = messages.size() == 1
                && messages.getFirst() instanceof Request asked
                && asked.method().equals("initialize");
        if (handshake) {
            checks.without(request, HttpChecks.SESSION, HttpChecks.VERSION);
        }
        if (!manners.sessions) {
            alone(exchange, messages, handshake);
            return;
        }
        var session = handshake ? open() : find(exchange, messages.getFirst());
        if (session != null && passes(exchange, session, handshake)) {
            receive(exchange, session, messages);
        }
    }

    private HttpSession open() {
        var session = new HttpSession(
                UUID.randomUUID().toString(), server, manners.resumable, closed -> sessions.remove(closed.id()));
        sessions.put(session.id(), session);
        session.start();
        return session;
    }

    private boolean passes(HttpExchange exchange, HttpSession session, boolean handshake) throws IOException {
        int refused = handshake ? 200 : checks.version(exchange.request(), session.version());
        if (refused != 200) {
            HttpEndpoint.refuse(
                    exchange, refused, null, RpcError.of(-32000, "Bad Request: Unsupported protocol version"));
        }
        return refused == 200;
    }

    /** Finds the session of a request, or says that there is none. */
    private @Nullable HttpSession find(HttpExchange exchange, @Nullable Message message) throws IOException {
        var id = exchange.request().header(HttpChecks.SESSION);
        if (id.isEmpty()) {
            // A client that speaks both eras probes like this, and may.
            if (!(message instanceof Request probe && probe.method().equals("server/discover"))) {
                checks.complain(exchange.request(), "lacks " + HttpChecks.SESSION);
            }
            HttpEndpoint.refuse(
                    exchange, 400, null, RpcError.of(-32000, "Bad Request: Mcp-Session-Id header is required"));
            return null;
        }
        var session = sessions.get(id.get());
        if (session == null) {
            HttpEndpoint.refuse(exchange, 404, null, RpcError.of(-32001, "Session not found"));
        }
        return session;
    }

    private void receive(HttpExchange exchange, HttpSession session, List<Message> messages)
            throws IOException, InterruptedException {
        var requests = requests(messages);
        checkBatch(exchange.request(), messages, session.version());
        if (requests.isEmpty()) {
            session.receive(messages, null);
            exchange.answer(202);
            return;
        }
        var version = session.version();
        var stream = session.stream("post-" + streams.incrementAndGet());
        var answer = answer(exchange, stream, Map.of(HttpChecks.SESSION, session.id()), requests, version);
        if (session.primed()) {
            answer.prime();
        }
        session.receive(messages, answer);
        exchange.awaitOver();
    }

    private PostAnswer answer(
            HttpExchange exchange,
            MessageStream stream,
            Map<String, String> headers,
            List<Request> requests,
            @Nullable ProtocolVersion version) {
        boolean together = manners.batches && version == ProtocolVersion.V2025_03_26;
        return new PostAnswer(exchange, manners, stream, headers, requests, together);
    }

    private static List<Request> requests(List<Message> messages) {
        return messages.stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .toList();
    }

    private void checkBatch(RecordedRequest request, List<Message> messages, @Nullable ProtocolVersion version) {
        if (messages.size() > 1 && version != ProtocolVersion.V2025_03_26) {
            checks.complain(request, "is a batch, which this revision does not know");
        }
    }

    /** Serves a client without a session, which the server knows no longer than this. */
    private void alone(HttpExchange exchange, List<Message> messages, boolean handshake)
            throws IOException, InterruptedException {
        checks.without(exchange.request(), HttpChecks.SESSION);
        var requests = requests(messages);
        var version = handshake ? null : claimed(exchange.request());
        checkBatch(exchange.request(), messages, version);
        if (requests.isEmpty()) {
            messages.forEach(server::record);
            exchange.answer(202);
            return;
        }
        if (!handshake && version == null) {
            HttpEndpoint.refuse(exchange, 400, null, RpcError.of(ErrorCode.INVALID_REQUEST, "Unsupported version"));
            return;
        }
        var stream = new MessageStream("post", false);
        var post = new HttpPost(answer(exchange, stream, Map.of(), requests, version), HttpStatuses.LEGACY);
        messages.forEach(post::receive);
        serve(post, version);
        exchange.awaitOver();
    }

    private void serve(Carrier carrier, @Nullable ProtocolVersion version) {
        var connection = new Connection(server, carrier);
        if (version != null) {
            connection.legacy().begin(version);
        }
        server.serve(connection);
    }

    /** Returns the revision of a client without a session; null if it is none of ours. */
    private @Nullable ProtocolVersion claimed(RecordedRequest request) {
        return ProtocolVersion.of(request.header(HttpChecks.VERSION).orElse(ProtocolVersion.V2025_03_26.id()))
                .filter(version -> version.era() == Era.LEGACY)
                .orElse(null);
    }

    void get(HttpExchange exchange) throws IOException, InterruptedException {
        var request = exchange.request();
        int refused = checks.get(request);
        if (refused != 200) {
            exchange.answer(refused);
            return;
        }
        if (!manners.sessions) {
            listenAlone(exchange);
            return;
        }
        var session = find(exchange, null);
        if (session == null || !passes(exchange, session, false)) {
            return;
        }
        var last = request.header(HttpChecks.LAST_EVENT);
        if (last.isEmpty()) {
            session.standing().attach(exchange.events(Map.of(HttpChecks.SESSION, session.id())));
            if (session.primed()) {
                session.standing().prime(manners.retry);
            }
            exchange.awaitOver();
        } else {
            resume(exchange, session, last.get());
        }
    }

    private void resume(HttpExchange exchange, HttpSession session, String last)
            throws IOException, InterruptedException {
        int slash = last.lastIndexOf('/');
        var stream = slash < 0 ? null : session.find(last.substring(0, slash));
        if (stream == null || !session.numbered() || !last.substring(slash + 1).matches("\\d{1,9}")) {
            checks.complain(exchange.request(), "continues after an event that never was: " + last);
            HttpEndpoint.refuse(exchange, 400, null, RpcError.of(-32000, "Bad Request: unknown event id"));
            return;
        }
        var early = stream.early();
        if (!early.isZero()) {
            checks.complain(exchange.request(), "comes " + early.toMillis() + " ms before it was told to");
        }
        var events = exchange.events(Map.of(HttpChecks.SESSION, session.id()));
        stream.attach(events, Integer.parseInt(last.substring(slash + 1)));
        exchange.awaitOver();
    }

    private void listenAlone(HttpExchange exchange) throws IOException, InterruptedException {
        checks.without(exchange.request(), HttpChecks.SESSION, HttpChecks.LAST_EVENT);
        var stream = new MessageStream("get", false);
        var listener = new HttpStream(stream);
        exchange.whenGone(listener::close);
        stream.attach(exchange.events(Map.of()));
        serve(listener, claimed(exchange.request()));
        exchange.awaitOver();
    }

    void delete(HttpExchange exchange) throws IOException {
        if (!manners.sessions) {
            exchange.answer(405);
            return;
        }
        var session = find(exchange, null);
        if (session != null && passes(exchange, session, false)) {
            session.close();
            exchange.answer(200);
        }
    }
}
