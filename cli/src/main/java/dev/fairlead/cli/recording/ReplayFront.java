package dev.fairlead.cli.recording;

import dev.fairlead.host.recording.ReplayServer;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.http.Doorkeeper;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A recording on Streamable HTTP, of either era, on this machine alone. The file is its owner's alone, and so is what is
 * served of it: others on this machine reach the port, and do not know the path.
 */
final class ReplayFront implements AutoCloseable {
    private static final int UNGUESSABLE_BYTES = 16;
    private static final int MOST_OF_HEAD = 1 << 16;
    private static final String SESSION = "Mcp-Session-Id";
    private static final int MOST_SESSIONS = 10_000;

    private final ReplayServer server;
    private final String path = "/%s/mcp".formatted(unguessable());
    private final HttpServer http;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    /** The oldest first; guarded by lock. */
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    /** A client of the legacy era: what it is told goes by the streams of its requests. */
    private static final class Session implements ReplayServer.Outlet, AutoCloseable {
        private final Map<RequestId, EventStream> streams = new ConcurrentHashMap<>();
        private volatile @Nullable EventStream latest;
        private ReplayServer.@Nullable Client client;

        void listens(RequestId id, EventStream stream) {
            streams.put(id, stream);
            latest = stream;
        }

        @Override
        public void send(Message message, @Nullable RequestId cause) throws IOException {
            var stream = cause == null ? latest : streams.get(cause);
            if (stream != null && stream.open()) {
                stream.send(ServerSentEvent.message(text(message)));
                if (message instanceof Response && cause != null) {
                    streams.remove(cause);
                    stream.end();
                }
            }
        }

        @Override
        public void close() {
            if (client != null) {
                client.close();
            }
            streams.values().forEach(stream -> stream.cut(false));
        }
    }

    private ReplayFront(ReplayServer server, int port, int most) {
        this.server = server;
        this.most = most;
        var doorkeeper = new Doorkeeper(this::verdict, MOST_OF_HEAD, HttpTransport.USUAL_MAX_MESSAGE_BYTES);
        this.http = HttpServer.start(port, doorkeeper, this::handle);
    }

    /** Serves at once, on a free port if it is 0. */
    static ReplayFront serving(ReplayServer server, int port) {
        return serving(server, port, MOST_SESSIONS);
    }

    /** Serves at once, and no more sessions at a time than so many. */
    static ReplayFront serving(ReplayServer server, int port, int most) {
        return new ReplayFront(server, port, most);
    }

    String url() {
        return http.origin() + path;
    }

    private static String unguessable() {
        var random = new byte[UNGUESSABLE_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    @Override
    public void close() {
        http.close();
    }

    private void handle(HttpExchange exchange) throws IOException, InterruptedException {
        http.forgetRequests(); // Whoever runs this for long has no use for them.
        var request = exchange.request();
        if (request.method().equals("DELETE")) {
            var ended = forget(request.header(SESSION).orElse(""));
            if (ended != null) {
                ended.close();
            }
            exchange.answer(ended == null ? 404 : 200);
        } else if (request.method().equals("POST")) {
            post(exchange);
        } else {
            exchange.answer(405, Map.of("Allow", "POST, DELETE"), "");
        }
    }

    private int verdict(RecordedRequest request) {
        if (!fromHere(request.header("Origin").orElse(""))) {
            return 403;
        }
        // In the same time whatever is guessed.
        boolean known = MessageDigest.isEqual(bytes(request.path()), bytes(path));
        return known ? 0 : 404;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A page of somewhere else that reached this port by a trick says where it is from. */
    private static boolean fromHere(String origin) {
        if (origin.isEmpty()) {
            return true;
        }
        try {
            return List.of("localhost", "127.0.0.1", "[::1]")
                    .contains(String.valueOf(URI.create(origin).getHost()));
        } catch (IllegalArgumentException odd) {
            return false;
        }
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        var messages = new ArrayList<Message>();
        var body = bytes(exchange.request().body());
        MessageCodec.decode(body, 0, body.length, messages::add);
        if (messages.size() != 1 || messages.getFirst() instanceof Message.Malformed) {
            exchange.answer(400);
            return;
        }
        var message = messages.getFirst();
        boolean handshake = message instanceof Request asked && asked.method().equals("initialize");
        if (!handshake && isModern(message)) {
            alone(exchange, (Request) message);
            return;
        }
        var id = handshake ? begin() : exchange.request().header(SESSION).orElse("");
        var session = session(id);
        if (session == null) {
            exchange.answer(exchange.request().header(SESSION).isPresent() ? 404 : 400);
        } else {
            inSession(exchange, session, message, handshake ? Map.of(SESSION, id) : Map.of());
        }
    }

    private static boolean isModern(Message message) {
        return message instanceof Request request
                && request.params() != null
                && request.params().path("_meta").has(MetaKey.PROTOCOL_VERSION);
    }

    private String begin() {
        var session = new Session();
        session.client = server.open(session);
        var id = UUID.randomUUID().toString();
        var oldest = keep(id, session);
        if (oldest != null) {
            oldest.close();
        }
        return id;
    }

    /** Keeps a session, and returns the one that had to make room for it, if any. */
    private @Nullable Session keep(String id, Session session) {
        lock.lock();
        try {
            var oldest = sessions.size() < most
                    ? null
                    : sessions.remove(sessions.keySet().iterator().next());
            sessions.put(id, session);
            return oldest;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Session session(String id) {
        lock.lock();
        try {
            return sessions.get(id);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Session forget(String id) {
        lock.lock();
        try {
            return sessions.remove(id);
        } finally {
            lock.unlock();
        }
    }

    private static void inSession(HttpExchange exchange, Session session, Message message, Map<String, String> headers)
            throws IOException, InterruptedException {
        var client = session.client;
        if (client == null) {
            exchange.answer(404);
        } else if (message instanceof Request request) {
            var stream = exchange.events(headers);
            session.listens(request.id(), stream);
            client.receive(request);
            stream.awaitEnd();
        } else {
            client.receive(message);
            exchange.answer(202);
        }
    }

    private void alone(HttpExchange exchange, Request request) throws IOException, InterruptedException {
        var stream = exchange.events(Map.of());
        try (var client = server.visit((message, cause) -> {
            stream.send(ServerSentEvent.message(text(message)));
            if (message instanceof Response) {
                stream.end();
            }
        })) {
            client.receive(request);
            stream.awaitEnd();
        }
    }

    private static String text(Message message) {
        return new String(MessageCodec.encode(message), StandardCharsets.UTF_8);
    }
}
