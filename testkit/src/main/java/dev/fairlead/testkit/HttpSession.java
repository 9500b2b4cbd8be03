package dev.fairlead.testkit;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session of the legacy era: the streams of one client, and which message goes by which. */
final class HttpSession extends Carrier {
    /** What belongs to the request that is being worked on; any other notification is for the client at large. */
    private static final Set<String> OF_A_REQUEST =
            Set.of("notifications/progress", "notifications/message", "notifications/cancelled");

    private final String id;
    private final FakeServer server;
    private final Connection connection;
    private final boolean numbered;
    private final Consumer<HttpSession> whenClosed;
    private final Map<RequestId, PostAnswer> posts = new ConcurrentHashMap<>();
    private final Map<String, MessageStream> streams = new ConcurrentHashMap<>();
    private final MessageStream standing;
    private volatile boolean forgotten;

    HttpSession(String id, FakeServer server, boolean numbered, Consumer<HttpSession> whenClosed) {
        this.id = id;
        this.server = server;
        this.numbered = numbered;
        this.whenClosed = whenClosed;
        this.connection = new Connection(server, this);
        this.standing = stream("get");
    }

    void start() {
        Thread.ofVirtual().name("fake-" + server.name() + "-session").start(() -> server.serve(connection));
    }

    String id() {
        return id;
    }

    /** Returns what was agreed on; null before the handshake. */
    @Nullable
    ProtocolVersion version() {
        return connection.legacy().version();
    }

    /** Returns a new stream, which can be found again by its name. */
    MessageStream stream(String name) {
        var stream = new MessageStream(name, numbered);
        streams.put(name, stream);
        return stream;
    }

    @Nullable
    MessageStream find(String name) {
        return streams.get(name);
    }

    /** Returns the stream for what belongs to no request. */
    MessageStream standing() {
        return standing;
    }

    boolean numbered() {
        return numbered;
    }

    /** Tells whether streams begin with an event that says where they begin. */
    boolean primed() {
        var version = version();
        return numbered && version != null && version.compareTo(ProtocolVersion.V2025_11_25) >= 0;
    }

    /** Hands in what came in one POST. */
    void receive(List<Message> messages, @Nullable PostAnswer answer) {
        for (var message : messages) {
            if (message instanceof Request request && answer != null) {
                posts.put(request.id(), answer);
            }
        }
        messages.forEach(this::receive);
    }

    @Override
    void carry(Message message, @Nullable RequestId cause) {
        var post = post(message, cause);
        if (post == null) {
            standing.send(new String(MessageCodec.encode(message), StandardCharsets.UTF_8));
            return;
        }
        try {
            var unused = post.carry(message, HttpStatuses.LEGACY);
        } catch (IOException gone) {
            // The client has left the stream, not the session; it may cancel the request or ask for what it missed.
            return;
        } finally {
            if (message instanceof Response) {
                settle();
            }
        }
    }

    private @Nullable PostAnswer post(Message message, @Nullable RequestId cause) {
        return switch (message) {
            case Response response when response.id() != null -> posts.remove(response.id());
            case Request asked when cause != null -> posts.get(cause);
            case Notification told when cause != null && OF_A_REQUEST.contains(told.method()) -> posts.get(cause);
            default -> null;
        };
    }

    @Override
    void unanswered(RequestId request) {
        var post = posts.remove(request);
        try {
            if (post != null) {
                var unused = post.unanswered(request);
            }
        } catch (IOException gone) {
            return; // So much the better.
        } finally {
            settle();
        }
    }

    /** Ends the session as soon as what is being worked on is done. */
    void forget() {
        forgotten = true;
        standing.end();
        settle();
    }

    private void settle() {
        if (forgotten && posts.isEmpty()) {
            close();
        }
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        super.close();
        standing.end();
    }
}
