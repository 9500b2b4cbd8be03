package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Mailbox;
import dev.fairlead.wire.Vigil;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** What the server says about one request, on the response to its POST or, if that broke, on the streams after it. */
final class PostExchange implements Exchange {
    private static final int MAX_WAITING_MESSAGES = 1000;

    private final HttpWire wire;
    private final Request request;
    private final Mailbox mailbox;
    private final Posting posting;
    private volatile boolean elsewhere;
    private volatile long heardAt; // when news came another way
    private volatile boolean heard;
    private boolean tooLate; // the reading thread's

    PostExchange(HttpWire wire, Request request, Headers headers, Deadline deadline, boolean hurried) {
        this.wire = wire;
        this.request = request;
        this.mailbox = new Mailbox(MAX_WAITING_MESSAGES, wire.correlation());
        this.posting = new Posting(wire, request, headers, wire.sessionOfRequests(), deadline, hurried);
    }

    /** Does the talking on a thread of its own; where that is not asked for, the reading thread does. */
    void start() {
        elsewhere = true;
        Thread.ofVirtual()
                .name("fairlead-" + wire.server() + "-" + request.id())
                .start(this::run);
    }

    private void run() {
        boolean more = true;
        while (more) {
            more = advance();
        }
    }

    /** Sends, or reads on. Returns whether there is more to come. */
    private boolean advance() {
        boolean more = false;
        try {
            more = posting.step(this::accept, this::finished);
            if (!more) {
                mailbox.end();
            }
        } catch (Failed failure) {
            boolean wanted = !Thread.currentThread().isInterrupted();
            if (failure.getCause() instanceof Offhand.UnconnectedException && wanted) {
                posting.sendElsewhere(); // This thread must not connect.
                more = true;
                if (!elsewhere) {
                    start();
                }
            } else {
                mailbox.breakOff(failure.breakage());
            }
        } catch (RuntimeException | Error defect) {
            // A defect of ours must not leave the caller waiting for a thread that is gone.
            mailbox.breakOff(Breakage.lost("reading failed: " + defect, defect));
        } finally {
            if (!more) {
                wire.ended(this);
            }
        }
        return more;
    }

    Request request() {
        return request;
    }

    @Override
    public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
        if (!elsewhere && mailbox.waiting()) {
            start(); // A reader that may come back later cannot talk itself.
        }
        var delivery = mailbox.take(deadline);
        if (delivery.isEmpty()) {
            return Optional.empty();
        }
        var reason = delivery.get().breakage();
        if (reason != null) {
            throw reason.during(request.method(), wire.server(), posting.maybeSeen());
        }
        return Optional.ofNullable(delivery.get().message());
    }

    @Override
    public Optional<Message> next(Deadline deadline, Supplier<Optional<Deadline>> later)
            throws InterruptedException, TimeoutException {
        if (!elsewhere && mailbox.waiting()) {
            talk(new TalkLimit(deadline, later, posting));
        }
        // What came in time counts, and so does an answer that came just too late.
        if (tooLate && !mailbox.filled()) {
            throw new TimeoutException();
        }
        if (!elsewhere && !mailbox.ended()) {
            start(); // There was news. Somebody has to hear the server while it is dealt with.
        }
        return Exchange.super.next(deadline, later);
    }

    /** Talks on this thread, until something came or the limit is reached. */
    private void talk(TalkLimit limit) {
        Vigil.shared().begin(limit);
        try {
            boolean more = true;
            while (more && !elsewhere && mailbox.waiting()) {
                more = advance();
            }
        } finally {
            Vigil.shared().end(limit);
            tooLate = limit.over();
        }
    }

    @Override
    public Headers headers() {
        return posting.answerHeaders();
    }

    @Override
    public Duration silence() {
        var here = posting.silence();
        var beside = heard ? Duration.ofNanos(Math.max(0, System.nanoTime() - heardAt)) : here;
        return beside.compareTo(here) < 0 ? beside : here;
    }

    @Override
    public boolean abandon() {
        // After the response there is nothing to give up, and the connection can serve again.
        if (!finished()) {
            breakOff(Breakage.CLOSED);
        }
        return posting.maybeSeen();
    }

    /** Ends the stream for this reason. */
    void breakOff(Breakage reason) {
        posting.forbid(); // Before anybody asks whether it was sent.
        mailbox.breakOff(reason);
        posting.cancel();
        if (!elsewhere) {
            wire.ended(this); // Perhaps nobody has begun to talk, and nobody will.
        }
    }

    /** Takes a message that came for this exchange another way. */
    void deliver(Message message) {
        if (message instanceof Response) {
            mailbox.finish(message);
            posting.cancel();
        } else {
            if (!elsewhere) {
                // Whoever talks cannot take it now, and must not think that the server is silent.
                heardAt = System.nanoTime();
                heard = true;
            }
            offer(message);
        }
    }

    private boolean finished() {
        return mailbox.ended();
    }

    private void accept(Message message) {
        switch (message) {
            case Response response -> answer(response);
            case Message.Malformed bad -> malformed(bad);
            case Notification news -> {
                var other = wire.exchangeOf(news);
                if (other != null && !other.equals(this)) {
                    wire.misdirects();
                    other.deliver(news);
                } else {
                    offer(news);
                }
            }
            case Request asked -> wire.asked(asked, posting.session());
        }
    }

    private void answer(Response response) {
        var id = response.id();
        if (request.id().equals(id)) {
            mailbox.finish(response);
        } else if (id == null || sameBut(id)) {
            wire.report(Violation.Kind.WRONG_ID, "a response with id %s instead of %s".formatted(id, request.id()));
            mailbox.finish(response);
        } else {
            wire.report(
                    Violation.Kind.STRAY_RESPONSE, "a response to %s on the stream of %s".formatted(id, request.id()));
        }
    }

    /** Tells whether an id differs from ours by its JSON type alone. */
    private boolean sameBut(RequestId id) {
        return id instanceof RequestId.Text text
                && text.value().equals(request.id().toString());
    }

    private void malformed(Message.Malformed bad) {
        boolean others = bad.id() != null && !bad.id().equals(request.id());
        wire.report(Violation.Kind.MALFORMED, bad.problem() + ": " + bad.excerpt());
        if (!others && !bad.asks()) {
            mailbox.finish(bad);
            posting.cancel(); // What else comes of it is not worth reading.
        }
    }

    private void offer(Message message) {
        boolean fits = mailbox.offer(message);
        if (!fits && !mailbox.ended()) {
            wire.report(Violation.Kind.FLOOD, "more messages than are being read; one was dropped");
        }
    }
}
