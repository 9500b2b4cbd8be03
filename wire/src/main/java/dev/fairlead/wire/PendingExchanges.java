package dev.fairlead.wire;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges that wait for messages on one line: which message is for which, and that each of them ends once.
 *
 * <p>An answer, a refusal and giving up take an exchange out of the table, which only one of them can. The end of the line
 * comes to all that are in it and to whoever comes later, and finds some of them ended already: what came first counts.
 */
final class PendingExchanges {
    private static final int MAX_WAITING_MESSAGES = 1000;

    private final Correlation correlation;
    private final WireListener listener;
    private final ConcurrentHashMap<RequestId, Pending> pending = new ConcurrentHashMap<>();
    private final RecentIds abandoned = new RecentIds();
    private final Mailbox unsolicited;
    private final AtomicReference<@Nullable Breakage> breakage = new AtomicReference<>();
    private volatile boolean toldUnasked;

    PendingExchanges(Correlation correlation, WireListener listener) {
        this.correlation = correlation;
        this.listener = listener;
        this.unsolicited = mailbox();
    }

    /** An exchange that waits, or did. */
    abstract static class Pending {
        final Request request;
        final Mailbox mailbox;

        Pending(Request request, PendingExchanges among) {
            this.request = request;
            this.mailbox = among.mailbox();
        }

        /** Hears that its answer has come, before anybody can read it. */
        abstract void answered();

        /** Tells whether its request was queued and has not left; it never will then. */
        abstract boolean neverSent();
    }

    private Mailbox mailbox() {
        return new Mailbox(MAX_WAITING_MESSAGES, correlation);
    }

    /** Adds an exchange; where the line is over, that is the end of it too. */
    void register(Pending exchange) {
        var id = exchange.request.id();
        if (pending.putIfAbsent(id, exchange) != null) {
            throw new IllegalStateException("id " + id + " is in use");
        }
        // The line may have ended after those in the table were told and before this one was among them.
        var reason = breakage.get();
        if (reason != null) {
            exchange.mailbox.breakOff(reason);
        }
    }

    /** Takes an exchange out whose request was not sent, so that no answer will come. */
    void unregister(Pending exchange) {
        pending.remove(exchange.request.id(), exchange);
    }

    /** Gives an exchange up; an answer that still comes is late, and no fault of the server. */
    void abandon(Pending exchange) {
        var id = exchange.request.id();
        if (exchange.equals(pending.get(id))) {
            abandoned.add(id); // First: an answer in between would be told as one that nobody asked for.
            pending.remove(id, exchange);
        }
        exchange.mailbox.breakOff(Breakage.CLOSED); // Wakes a reader on another thread.
    }

    /** Notes that something is said that asks for no answer; servers that answer it all the same have no id for that. */
    void tellsUnasked() {
        toldUnasked = true;
    }

    /** Notes that nobody will wait for the answer to a request. */
    void awaitNoAnswer(RequestId id) {
        abandoned.add(id);
    }

    /** Fails the exchange whose request the server did not take, if it still waits; an answer that comes all the same is late. */
    void refuse(RequestId id, Breakage why) {
        var exchange = pending.get(id);
        if (exchange != null) {
            abandoned.add(id); // First, as for one that is given up.
            if (pending.remove(id, exchange)) {
                exchange.mailbox.breakOff(why);
            }
        }
    }

    /** Fails what has not been sent; what was sent may still be answered. */
    void failUnsent(Breakage why) {
        pending.values().stream().filter(Pending::neverSent).forEach(exchange -> exchange.mailbox.breakOff(why));
    }

    /** Notes why the line is over, unless it is already. Returns whether it was not; {@link #tellAll} must follow then. */
    boolean end(Breakage reason) {
        return breakage.compareAndSet(null, reason);
    }

    /** Ends whatever waits. */
    void tellAll(Breakage reason) {
        for (var exchange : pending.values()) {
            exchange.mailbox.breakOff(reason);
        }
        unsolicited.breakOff(reason);
    }

    /** Tells whether the line is over. */
    boolean over() {
        return breakage.get() != null;
    }

    /** Returns why the line is over; null if it is not. */
    @Nullable
    Breakage breakage() {
        return breakage.get();
    }

    /** Returns how many exchanges wait for an answer. */
    int count() {
        return pending.size();
    }

    /** Tells whether the exchange with this id waits for its answer. */
    boolean awaits(RequestId id) {
        return pending.containsKey(id);
    }

    /** Tells whether no exchange waits for an answer. */
    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns where messages go that belong to no exchange. */
    Mailbox unsolicited() {
        return unsolicited;
    }

    /** Brings a message to whom it is for. */
    void sort(Message message) {
        if (message instanceof Response response) {
            answer(response);
        } else if (message instanceof Notification notification) {
            news(notification);
        } else if (message instanceof Request request) {
            offer(unsolicited, request);
        } else {
            malformed((Message.Malformed) message);
        }
    }

    /** Tells of something that was wrong and was tolerated. */
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

    private void answer(Response response) {
        var id = response.id();
        var exchange = id == null ? null : pending.remove(id);
        if (exchange != null) {
            exchange.answered();
            exchange.mailbox.finish(response);
        } else if (!answersAnother(response)) {
            if (id != null && abandoned.remove(id)) {
                report(Violation.Kind.LATE, "a response to " + id + ", which was given up");
            } else {
                report(Violation.Kind.STRAY_RESPONSE, "a response to " + id + ", which waits for none");
            }
        }
    }

    /** Brings a response to whom it is for whose id is not quite right: "7" for 7, or none where only one call waits. */
    private boolean answersAnother(Response response) {
        var id = response.id();
        RequestId meant = null;
        if (id == null && pending.size() == 1 && response instanceof Response.Failure failure && isOfCall(failure)) {
            meant = pending.keySet().stream().findFirst().orElse(null);
        } else if (id instanceof RequestId.Text text && text.value().matches("\\d{1,18}")) {
            meant = RequestId.of(Long.parseLong(text.value()));
        }
        var exchange = meant == null ? null : pending.remove(meant);
        if (exchange == null) {
            return false;
        }
        try {
            report(Violation.Kind.WRONG_ID, "a response with id " + id + " instead of " + meant);
        } finally {
            exchange.mailbox.finish(response); // Also if telling fails: nobody else knows this exchange any more.
        }
        return true;
    }

    /** Tells whether a failure without an id must be that of a call, and not of a notification, which servers refuse too. */
    private boolean isOfCall(Response.Failure failure) {
        return !toldUnasked || failure.error().code() == ErrorCode.PARSE_ERROR;
    }

    private void malformed(Message.Malformed bad) {
        var exchange = bad.id() == null || bad.asks() ? null : pending.remove(bad.id());
        if (exchange != null) {
            exchange.mailbox.finish(bad);
        }
        var kind = bad.excerpt().startsWith("{") || bad.id() != null ? Violation.Kind.MALFORMED : Violation.Kind.NOISE;
        report(kind, bad.problem() + ": " + bad.excerpt());
    }

    private void news(Notification notification) {
        var about = correlation.exchangeOf(notification);
        if (about.isEmpty()) {
            offer(unsolicited, notification);
            return;
        }
        var id = about.get();
        var exchange = pending.get(id);
        if (exchange != null) {
            offer(exchange.mailbox, notification);
        } else if (abandoned.contains(id)) {
            report(Violation.Kind.LATE, notification.method() + " about " + id + ", which was given up");
        } else {
            report(
                    Violation.Kind.STRAY_NOTIFICATION,
                    notification.method() + " about " + id + ", which is unknown or finished");
        }
    }

    private void offer(Mailbox mailbox, Message message) {
        boolean fits = mailbox.offer(message);
        // A reader that gives up at this moment is no flood.
        if (!fits && !mailbox.ended()) {
            report(Violation.Kind.FLOOD, "more messages than are being read; one was dropped");
        }
    }
}
