package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Mailbox;
import dev.fairlead.wire.Sessions;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.WireSession;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Streamable HTTP: one POST for every message, answered by JSON or by a stream; for a session, a stream of news beside. */
final class HttpWire implements Wire {
    private static final int MAX_WAITING_MESSAGES = 1000;

    private final Endpoint endpoint;
    private final Correlation correlation;
    private final WireListener listener;
    private final ConcurrentHashMap<RequestId, PostExchange> open = new ConcurrentHashMap<>();
    private final Mailbox unsolicited;
    private final AtomicReference<@Nullable Breakage> breakage = new AtomicReference<>();
    private final Posts posts;
    private final HttpSessions sessions = new HttpSessions();
    private volatile @Nullable WireSession session;
    private volatile boolean stirred;
    private final Lingering lingering = new Lingering();
    private volatile boolean misdirecting;

    HttpWire(Endpoint endpoint, Correlation correlation, WireListener listener) {
        this.endpoint = endpoint;
        this.correlation = correlation;
        this.unsolicited = new Mailbox(MAX_WAITING_MESSAGES, correlation);
        this.listener = listener;
        this.posts = new Posts(this);
    }

    @Override
    public Exchange exchange(Request request, Headers headers, Deadline deadline) {
        return open(request, headers, deadline, false);
    }

    @Override
    public Exchange converse(Request request, Headers headers, Deadline deadline) {
        // Whoever talks hears nothing that comes another way, and no limit reaches whoever seeks authorization or waits
        // for others to be done with writing.
        boolean here = endpoint.authorizer() == null
                && !endpoint.engine().sharesConnections()
                && !sessions.listening()
                && !misdirecting
                && !lingering.expected();
        return open(request, headers, deadline, here);
    }

    private Exchange open(Request request, Headers headers, Deadline deadline, boolean here) {
        refuseIfOver(request.method());
        var exchange = new PostExchange(this, request, headers, deadline, here);
        if (open.putIfAbsent(request.id(), exchange) != null) {
            throw new IllegalStateException("id " + request.id() + " is in use");
        }
        if (!here) {
            exchange.start();
        }
        // The line may have been closed after its exchanges were told and before this one was among them.
        var reason = breakage.get();
        if (reason != null) {
            exchange.breakOff(reason);
        }
        return exchange;
    }

    @Override
    public void post(Message message, Headers headers) {
        refuseIfOver("sending a message");
        posts.post(message, headers);
    }

    @Override
    public void deliver(Message message, Deadline deadline) throws InterruptedException, TimeoutException {
        refuseIfOver("sending a message");
        posts.deliver(message, deadline);
    }

    @Override
    public Exchange unsolicited() {
        return new Exchange() {
            @Override
            public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
                var delivery = unsolicited.take(deadline);
                var reason = delivery.map(Mailbox.Delivery::breakage).orElse(null);
                if (reason != null) {
                    throw reason.during("listening", server(), false);
                }
                return delivery.map(Mailbox.Delivery::message);
            }

            @Override
            public boolean abandon() {
                return false;
            }
        };
    }

    @Override
    public boolean multiplexed() {
        return false;
    }

    @Override
    public boolean stirred() {
        return stirred;
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public void breakOff(Breakage reason) {
        if (breakage.compareAndSet(null, reason)) {
            endExchanges(reason);
            unsolicited.breakOff(reason);
            sessions.stopListening();
        }
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            if (breakage.compareAndSet(null, Breakage.CLOSED)) {
                endExchanges(Breakage.CLOSED);
                posts.say();
            }
            sessions.stopListening();
            var last = session;
            if (last != null && last.named()) {
                posts.end(last);
            }
            posts.close();
            unsolicited.breakOff(Breakage.CLOSED);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    String server() {
        return endpoint.server();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Returns the session, or the last one while another is being opened: what is posted then is about that. */
    @Nullable
    WireSession session() {
        return session;
    }

    /** Returns the session that a request is part of; the one that opens a session is part of none. */
    @Nullable
    WireSession sessionOfRequests() {
        return sessions.between ? null : session;
    }

    void stir() {
        stirred = true;
    }

    /** Notes how long it took to end the stream of a response. */
    void ended(long nanos) {
        lingering.ended(nanos);
    }

    /** Notes that the server tells of one request in the stream of another. */
    void misdirects() {
        misdirecting = true;
    }

    /** Notes that the server offers no stream of news, or does so no more. */
    void listensNoMore(EventStream stream) {
        sessions.news.compareAndSet(stream, null);
    }

    /** Forgets an exchange that is over. */
    void ended(PostExchange exchange) {
        open.remove(exchange.request().id(), exchange);
    }

    /** Returns how many exchanges wait for an answer. */
    int pendingCount() {
        return open.size();
    }

    /** Returns what knows what notifications are about. */
    Correlation correlation() {
        return correlation;
    }

    /** Returns the open exchange that a notification is about, if it is about one. */
    @Nullable
    PostExchange exchangeOf(Notification notification) {
        return correlation.exchangeOf(notification).map(open::get).orElse(null);
    }

    /** Sorts a message that came on no exchange's stream, in this session. */
    void unasked(Message message, WireSession in) {
        switch (message) {
            case Response response -> answer(response);
            case Message.Malformed bad -> report(Violation.Kind.MALFORMED, bad.problem() + ": " + bad.excerpt());
            case Notification news -> {
                var about = exchangeOf(news);
                if (about != null) {
                    about.deliver(news);
                } else {
                    offer(news);
                }
            }
            case Request request -> asked(request, in);
        }
    }

    /**
     * Takes in what a server asks in a stream of a session; what it asks in one that was left since gets no answer, which
     * would reach the next one, where nobody has asked.
     *
     * @param in the session of the stream; null for what opens one
     */
    void asked(Request request, @Nullable WireSession in) {
        if (in != null && (sessions.between || !in.equals(session))) {
            report(Violation.Kind.LATE, "a request in a session that is over: " + Excerpt.of(request.method()));
        } else {
            offer(request);
        }
    }

    void report(Violation.Kind kind, String detail) {
        report(new Violation(kind, detail));
    }

    /** Notes something that was wrong, or went wrong, and was tolerated. */
    void report(Violation violation) {
        // What still arrives after we have closed the line is no fault of the server.
        if (!Breakage.CLOSED.equals(breakage.get())) {
            listener.tolerated(violation);
        }
    }

    private void refuseIfOver(String attempted) {
        var reason = breakage.get();
        if (reason != null) {
            throw reason.during(attempted, server(), false);
        }
    }

    private void answer(Response response) {
        var waiting = response.id() == null ? null : open.get(response.id());
        if (waiting != null) {
            waiting.deliver(response);
        } else {
            report(Violation.Kind.STRAY_RESPONSE, "a response to %s, which waits for none".formatted(response.id()));
        }
    }

    private void offer(Message message) {
        boolean fits = unsolicited.offer(message);
        if (!fits && !unsolicited.ended()) {
            report(Violation.Kind.FLOOD, "more messages than are being read; one was dropped");
        }
    }

    private void endExchanges(Breakage reason) {
        open.values().forEach(exchange -> exchange.breakOff(reason));
    }

    /** The session, which HTTP itself knows nothing of, and the stream of news that belongs to it. */
    private final class HttpSessions implements Sessions {
        private volatile boolean between; // two sessions
        private volatile boolean concluded; // the opening of the session
        private final AtomicReference<@Nullable EventStream> news = new AtomicReference<>();

        @Override
        public void enter(WireSession entered) {
            session = entered;
            between = false;
            concluded = false;
            if (breakage.get() != null && entered.named()) {
                posts.forget(entered); // Closed meanwhile, when there was nothing to end yet.
            }
        }

        @Override
        public void listen(Deadline patience) throws InterruptedException {
            concluded = true;
            var current = session;
            if (current != null) {
                var stream = new EventStream(HttpWire.this, current, listener);
                replace(stream);
                if (breakage.get() != null) {
                    stopListening(); // Closed meanwhile.
                    return;
                }
                stream.start();
                stream.awaitVerdict(patience);
            }
        }

        @Override
        public boolean lost(McpException failure) {
            var last = session;
            return last != null
                    && last.named()
                    && failure instanceof HttpStatusException rejected
                    && (rejected.status() == 404 || rejected.status() == 400);
        }

        @Override
        public void renew(Deadline deadline) {
            stopListening();
            between = true;
            var unfinished = session;
            if (unfinished != null && unfinished.named() && !concluded) {
                posts.forget(unfinished); // It is not lost, but nobody will ever use it.
            }
        }

        boolean listening() {
            return news.get() != null;
        }

        private void stopListening() {
            replace(null);
        }

        private void replace(@Nullable EventStream next) {
            var old = news.getAndSet(next);
            if (old != null) {
                old.stop();
            }
        }
    }
}
