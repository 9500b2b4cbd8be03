package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The answer to one POST: JSON if nothing precedes it and the server likes that, else a stream. */
final class PostAnswer {
    private final HttpExchange exchange;
    private final HttpManners manners;
    private final MessageStream stream;
    private final Map<String, String> headers;
    private final boolean severalAsked;
    private final boolean together;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final Set<RequestId> awaited;
    private final List<String> held = new ArrayList<>();
    private boolean streaming;

    /** Says everything together, as a batch, if so wished. */
    PostAnswer(
            HttpExchange exchange,
            HttpManners manners,
            MessageStream stream,
            Map<String, String> headers,
            List<Request> requests,
            boolean together) {
        this.exchange = exchange;
        this.manners = manners;
        this.stream = stream;
        this.headers = headers;
        this.awaited = new HashSet<>(requests.stream().map(Request::id).toList());
        this.severalAsked = requests.size() > 1;
        this.together = together;
    }

    /** Begins with a stream that the client can continue, and leaves it at once if it is to poll. */
    void prime() throws IOException {
        lock.lock();
        try {
            open();
            stream.prime(manners.retry);
            if (manners.polling) {
                stream.letGo(manners.retry);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message of this answer; returns whether it was the last. */
    boolean carry(Message message, IntUnaryOperator statuses) throws IOException {
        lock.lock();
        try {
            var json = new String(MessageCodec.encode(message), StandardCharsets.UTF_8);
            boolean last = message instanceof Response response && settles(response.id());
            int status = message instanceof Response.Failure failure
                    ? statuses.applyAsInt(failure.error().code())
                    : 200;
            if (!streaming && (status != 200 || (manners.answers == Answers.JSON && fitsJson(message, json, last)))) {
                if (last) {
                    answer(status, json);
                }
                return last;
            }
            open();
            if (together && !last && !(message instanceof Request)) {
                held.add(json);
                return false;
            }
            stream.send(withHeld(json, together));
            if (last) {
                stream.end();
            }
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Goes on without the answer to a request which has none; returns whether that was the last. */
    boolean unanswered(RequestId id) throws IOException {
        lock.lock();
        try {
            boolean last = settles(id);
            if (last) {
                open();
                stream.end();
            }
            return last;
        } finally {
            lock.unlock();
        }
    }

    private boolean settles(@Nullable RequestId id) {
        return id == null || (awaited.remove(id) && awaited.isEmpty());
    }

    /** Tells whether a message can wait for, or be, an answer in JSON; keeps what has to wait. */
    private boolean fitsJson(Message message, String json, boolean last) {
        if (last) {
            return true;
        }
        boolean waits = message instanceof Response || (together && !(message instanceof Request));
        if (waits) {
            held.add(json);
        }
        return waits;
    }

    private void answer(int status, String json) throws IOException {
        var all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/json");
        exchange.answer(status, all, withHeld(json, together || severalAsked));
    }

    private String withHeld(String json, boolean batch) {
        if (!batch) {
            return json;
        }
        held.add(json);
        var all = "[" + String.join(",", held) + "]";
        held.clear();
        return all;
    }

    private void open() throws IOException {
        if (!streaming) {
            streaming = true;
            stream.attach(exchange.events(headers));
        }
    }
}
