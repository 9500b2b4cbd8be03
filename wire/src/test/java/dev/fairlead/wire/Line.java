package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.PATIENCE;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

/** A multiplexer over a script, with everything that can be seen of it. */
final class Line implements AutoCloseable {
    final ScriptedDuplex far;
    final List<Violation> violations = new CopyOnWriteArrayList<>();
    final List<Thread> threads = new CopyOnWriteArrayList<>();
    final Multiplexer wire;

    Line() {
        this(false);
    }

    /** Makes a line that callers may use themselves, or not. */
    Line(boolean direct) {
        far = new ScriptedDuplex(direct);
        wire = Multiplexer.over("files", far, Line::about, listener(violations), work -> {
            var thread = Thread.ofVirtual().unstarted(work);
            threads.add(thread);
            return thread;
        });
    }

    static WireListener listener(List<Violation> violations) {
        return new WireListener() {
            @Override
            public void tolerated(Violation violation) {
                violations.add(violation);
            }

            @Override
            public void stderr(String line) {
                throw new AssertionError("there is no standard error here");
            }
        };
    }

    /** Finds what a notification is about in its parameter of that name. */
    static Optional<RequestId> about(Notification notification) {
        var params = notification.params();
        return params == null || !params.has("about")
                ? Optional.empty()
                : Optional.of(RequestId.of(params.get("about").longValue()));
    }

    static Notification news(String method, long about) {
        return new Notification(method, Json.object().put("about", about));
    }

    static Request request(long id) {
        return new Request(RequestId.of(id), "ask/" + id, null);
    }

    static Deadline patience() {
        return Deadline.after(PATIENCE);
    }

    Exchange ask(long id) throws InterruptedException, TimeoutException {
        return wire.exchange(request(id), patience());
    }

    static Message next(Exchange exchange) throws InterruptedException, TimeoutException {
        return exchange.next(patience()).orElseThrow();
    }

    List<Violation.Kind> kinds() {
        return violations.stream().map(Violation::kind).toList();
    }

    @Override
    public void close() {
        wire.close();
    }
}
