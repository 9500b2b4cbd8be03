package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The one URL of Streamable HTTP: tells the eras apart and serves the modern one. */
final class HttpEndpoint {
    private final FakeServer server;
    private final HttpManners manners;
    private final HttpChecks checks;
    private final HeaderMirror mirror;
    private final HttpSessions sessions;

    HttpEndpoint(FakeServer server, HttpManners manners) {
        this.server = server;
        this.manners = manners;
        this.checks = new HttpChecks(server);
        this.mirror = new HeaderMirror(server, checks);
        this.sessions = new HttpSessions(server, manners, checks);
    }

    HttpSessions sessions() {
        return sessions;
    }

    void handle(HttpExchange exchange) throws IOException, InterruptedException {
        boolean legacy = server.offer().speaks(Era.LEGACY);
        var method = exchange.request().method();
        if (method.equals("POST")) {
            post(exchange);
        } else if (method.equals("GET") && legacy && manners.getStream) {
            sessions.get(exchange);
        } else if (method.equals("DELETE") && legacy && manners.deletable) {
            sessions.delete(exchange);
        } else {
            exchange.answer(405, Map.of("Allow", "POST"), "");
        }
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        int refused = checks.post(exchange.request());
        if (refused != 200) {
            exchange.answer(refused);
            return;
        }
        var messages = new ArrayList<Message>();
        var body = exchange.request().body().getBytes(StandardCharsets.UTF_8);
        MessageCodec.decode(body, 0, body.length, messages::add);
        for (var message : messages) {
            if (message instanceof Message.Malformed bad) {
                checks.complain(exchange.request(), "is malformed: " + bad.problem() + ": " + bad.excerpt());
                refuse(exchange, 400, bad.id(), RpcError.of(ErrorCode.PARSE_ERROR, bad.problem()));
                return;
            }
        }
        if (modern(exchange, messages.getFirst())) {
            one(exchange, messages);
        } else {
            sessions.post(exchange, messages);
        }
    }

    private boolean modern(HttpExchange exchange, Message first) {
        var request = exchange.request();
        if (!server.offer().speaks(Era.LEGACY)) {
            return true;
        }
        boolean handshake = first instanceof Request asked && asked.method().equals("initialize");
        boolean claims = request.header(HttpChecks.VERSION)
                        .flatMap(ProtocolVersion::of)
                        .filter(version -> version.era() == Era.MODERN)
                        .isPresent()
                || (first instanceof Request asked && meta(asked).has(MetaKey.PROTOCOL_VERSION));
        return server.offer().speaks(Era.MODERN) && !handshake && claims;
    }

    private static ObjectNode meta(Request request) {
        return request.params() != null && request.params().get("_meta") instanceof ObjectNode meta
                ? meta
                : Json.object();
    }

    private void one(HttpExchange exchange, List<Message> messages) throws IOException, InterruptedException {
        var request = exchange.request();
        checks.without(request, HttpChecks.SESSION, HttpChecks.LAST_EVENT);
        if (messages.size() != 1 || !(messages.getFirst() instanceof Request message)) {
            checks.complain(request, "is not one request, which is all there is in the modern era");
            messages.forEach(server::record);
            exchange.answer(202);
            return;
        }
        boolean bare = !meta(message).path(MetaKey.PROTOCOL_VERSION).isString();
        boolean handshake = message.method().equals("initialize");
        var mismatch = bare || handshake ? null : mirror.mismatch(request, message);
        if (mismatch != null) {
            server.record(message);
            refuse(exchange, 400, message.id(), RpcError.of(ErrorCode.HEADER_MISMATCH, mismatch));
            return;
        }
        var answer =
                new PostAnswer(exchange, manners, new MessageStream("post", false), Map.of(), List.of(message), false);
        var post = new HttpPost(answer, bare ? HttpStatuses.BARE : HttpStatuses.MODERN);
        exchange.whenGone(post::close);
        post.receive(message);
        server.serve(post);
        exchange.awaitOver();
    }

    static void refuse(HttpExchange exchange, int status, @Nullable RequestId id, RpcError error) throws IOException {
        var json = new String(MessageCodec.encode(new Response.Failure(id, error)), StandardCharsets.UTF_8);
        exchange.answer(status, Map.of("Content-Type", "application/json"), json);
    }
}
