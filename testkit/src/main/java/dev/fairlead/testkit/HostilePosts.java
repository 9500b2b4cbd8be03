package dev.fairlead.testkit;

import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The stage of the hostile server on HTTP: each POST is a line that it reads, each line that it writes an answer or an event.
 *
 * <p>What is written goes to the request whose id it bears, else to the one that is being acted on, else to the stream of
 * the session, and is lost if there is none.
 */
final class HostilePosts implements HostileOutlet, HttpHandler {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final Map<String, String> FIRST =
            Map.of("Content-Type", "application/json", "Mcp-Session-Id", "hostile-session");

    private static final int MOST_LINES = 1_000;
    private static final ThreadLocal<@Nullable Reply> CURRENT = new ThreadLocal<>();

    private final HostileStage stage;
    private final Map<String, Reply> open = new ConcurrentHashMap<>();
    // Modes know nothing of threads: they act on one message at a time.
    private final ReentrantLock acting = new ReentrantLock();
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>(MOST_LINES);
    private volatile @Nullable Reply news;

    HostilePosts(HostileOptions options) {
        stage = new HostileStage(options, this);
    }

    HostileStage stage() {
        return stage;
    }

    /** Returns what would stand on the standard error of a process; in this one that is nobody's but the tests'. */
    List<String> logged() {
        return List.copyOf(log);
    }

    @Override
    public void log(String text) {
        boolean ignored = log.offer(text);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, InterruptedException {
        var method = exchange.request().method();
        if (method.equals("POST")) {
            post(exchange);
        } else if (method.equals("GET") && !stage.modern()) {
            var stream = new Reply(exchange, "");
            stream.begin();
            news = stream;
            exchange.awaitOver();
        } else {
            exchange.answer(method.equals("DELETE") && !stage.modern() ? 200 : 405);
        }
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        var body = exchange.request().body();
        var message = new Incoming(exchange.request().json());
        if (message.isResponse() || !message.hasId()) {
            act(body);
            exchange.answer(202);
            return;
        }
        var reply = new Reply(exchange, message.id());
        open.put(message.id(), reply);
        CURRENT.set(reply);
        try {
            act(body);
            reply.acted();
            exchange.awaitOver();
        } finally {
            CURRENT.remove();
            open.remove(message.id(), reply);
        }
    }

    private void act(String body) throws IOException {
        acting.lock();
        try {
            stage.act(body);
        } finally {
            acting.unlock();
        }
    }

    @Override
    public void line(String text) throws IOException {
        for (var reply : open.values()) {
            if (reply.isAnsweredBy(text)) {
                reply.answer(text);
                return;
            }
        }
        event(target(), text);
    }

    @Override
    public void lineFor(String request, String text) throws IOException {
        event(open.get(request), text);
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        pieces(bytes, Math.max(1, bytes.length));
    }

    @Override
    public void pieces(byte[] bytes, int size) throws IOException {
        var reply = target();
        if (reply != null) {
            reply.bytes(bytes, size);
        }
    }

    @Override
    public HostileStage.Step here(HostileStage.Step step) {
        var reply = CURRENT.get();
        return () -> {
            CURRENT.set(reply);
            try {
                step.run();
            } finally {
                CURRENT.remove();
            }
        };
    }

    private static void event(@Nullable Reply reply, String text) throws IOException {
        if (reply != null) {
            reply.event(text);
        }
    }

    private @Nullable Reply target() {
        var reply = CURRENT.get();
        return reply == null ? news : reply;
    }

    /** The answer to one request, in the making. */
    private static final class Reply {
        private static final int START_BYTES = 100;

        private final HttpExchange exchange;
        private final String id;
        private final ReentrantLock lock = new ReentrantLock();
        // All of these are guarded by the lock.
        private final ByteArrayOutputStream start = new ByteArrayOutputStream();
        private @Nullable EventStream events;
        private @Nullable String only;
        private boolean acted;
        private boolean answered;
        private boolean inLine;
        private boolean closed;

        Reply(HttpExchange exchange, String id) {
            this.exchange = exchange;
            this.id = id;
        }

        /** Tells by the beginning, as the rest may be no JSON. */
        boolean isAnsweredBy(String text) {
            var usual = "{\"jsonrpc\":\"2.0\",\"id\":" + id;
            int next = usual.length();
            return text.startsWith(usual)
                    && text.length() > next
                    && (text.charAt(next) == '}'
                            || (text.charAt(next) == ',' && !text.startsWith(",\"method\"", next)));
        }

        EventStream begin() throws IOException {
            if (events == null) {
                events = exchange.events(Map.of());
                if (only != null) {
                    events.raw("data: " + only + "\n\n");
                }
            }
            return events;
        }

        void answer(String text) throws IOException {
            lock.lock();
            try {
                if (events == null && !answered) {
                    only = text;
                    answered = true;
                } else {
                    event(text);
                }
                endIfOver();
            } finally {
                lock.unlock();
            }
        }

        /** From now on the answer is the end; until now there may have been more to come. */
        void acted() throws IOException {
            lock.lock();
            try {
                acted = true;
                endIfOver();
            } finally {
                lock.unlock();
            }
        }

        private void endIfOver() throws IOException {
            if (closed || !acted || !answered) {
                return;
            }
            if (events != null) {
                events.end();
                closed = true;
            } else if (only != null) {
                boolean first = exchange.request().rpcMethod().equals("initialize");
                exchange.answer(status(only), first ? FIRST : JSON, only);
                closed = true;
            }
        }

        private int status(String text) {
            if (text.contains("\"error\":{\"code\":-32022")) {
                return 400;
            }
            boolean unknown = text.contains("\"error\":{\"code\":-32601");
            return unknown && exchange.request().has("Mcp-Method") ? 404 : 200;
        }

        void event(String text) throws IOException {
            bytes((text + "\n").getBytes(StandardCharsets.UTF_8), Integer.MAX_VALUE);
        }

        /** Writes each line as an event, and half a line as half of one. */
        void bytes(byte[] bytes, int size) throws IOException {
            lock.lock();
            try {
                for (int at = 0; at < bytes.length && !closed; ) {
                    int end = at;
                    while (end < bytes.length && bytes[end] != '\n') {
                        end++;
                    }
                    part(bytes, at, end, size);
                    if (end < bytes.length) {
                        endLine();
                    }
                    at = end + 1;
                }
            } finally {
                lock.unlock();
            }
        }

        private void part(byte[] bytes, int from, int to, int size) throws IOException {
            if (!inLine) {
                begin().raw("data: ");
                inLine = true;
            }
            if (start.size() < START_BYTES) {
                start.write(bytes, from, Math.min(START_BYTES, to - from));
            }
            for (int at = from; at < to; at += Math.min(size, to - at)) {
                begin().raw(Arrays.copyOfRange(bytes, at, at + Math.min(size, to - at)));
            }
        }

        private void endLine() throws IOException {
            begin().raw("\n\n");
            inLine = false;
            answered |= isAnsweredBy(start.toString(StandardCharsets.UTF_8));
            start.reset();
            endIfOver();
        }
    }
}
