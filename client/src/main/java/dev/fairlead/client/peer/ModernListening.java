package dev.fairlead.client.peer;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A {@code subscriptions/listen} request: an exchange whose notifications are the events. */
final class ModernListening implements Listening {
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

    private final Talk talk;
    private final PeerTerms terms;
    private final Request request;
    private final Exchange exchange;
    private final AtomicReference<@Nullable SubscriptionEnd> end = new AtomicReference<>();

    private ModernListening(Talk talk, Request request, Exchange exchange) {
        this.talk = talk;
        this.terms = talk.terms();
        this.request = request;
        this.exchange = exchange;
    }

    /** Sends the request and waits until the server has acknowledged it. */
    static ModernListening open(
            Talk talk, ServerCapabilities promised, Request request, Headers headers, CallScope scope) {
        var terms = talk.terms();
        var ids = talk.ids();
        var patience = Deadline.after(scope.limits().start()).orEarlier(scope.total());
        ids.opened(request.id(), Invocation.of(request.method(), Json.object(), null));
        ids.openedSubscription(request.id());
        boolean open = false;
        try {
            var exchange = talk.wire().exchange(request, headers, patience);
            var listening = new ModernListening(talk, request, exchange);
            listening.awaitAcknowledgement(promised, patience);
            open = true;
            return listening;
        } catch (TimeoutException silent) {
            throw new CallTimeoutException(
                    request.method(), terms.server(), "not acknowledged", scope.elapsed(), null, true);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(request.method(), terms.server(), true);
        } finally {
            if (!open) {
                ids.closed(request.id());
            }
        }
    }

    private void awaitAcknowledgement(ServerCapabilities promised, Deadline patience)
            throws InterruptedException, TimeoutException {
        boolean acknowledged = false;
        boolean answered = false;
        try {
            while (!acknowledged && end.get() == null) {
                var message = exchange.next(patience).orElse(null);
                switch (message) {
                    case Notification news
                    when news.method().equals(ACKNOWLEDGED) -> {
                        compare(news, promised);
                        acknowledged = true;
                    }
                    case Notification early -> {
                        terms.diary().badShape(early.method() + " before the subscription was acknowledged");
                        if (patience.passed()) {
                            throw new TimeoutException();
                        }
                    }
                    case Response.Failure refused -> {
                        answered = true;
                        throw new ServerErrorException(request.method(), terms.server(), refused.error());
                    }
                    case Response.Result done -> finish(new SubscriptionEnd.Graceful());
                    case null, default -> finish(new SubscriptionEnd.Dropped("the stream ended at once"));
                }
            }
        } finally {
            // What has been answered is not cancelled.
            if (!acknowledged && !answered && end.get() == null) {
                abandon();
            }
        }
    }

    private void compare(Notification acknowledgement, ServerCapabilities promised) {
        var asked = request.params() == null ? null : request.params().get("notifications");
        var granted = acknowledgement.params() == null
                ? null
                : acknowledgement.params().get("notifications");
        if (asked == null || granted == null) {
            return;
        }
        try {
            var missing = SubscriptionFilter.from(asked).without(SubscriptionFilter.from(granted));
            // Servers may grant less than was asked for, but not less than they promise.
            if ((missing.tools() && promised.toolsListChanged())
                    || (missing.prompts() && promised.promptsListChanged())
                    || (missing.resources() && promised.resourcesListChanged())
                    || (!missing.resourceUris().isEmpty() && promised.resourcesSubscribe())) {
                terms.diary().badShape("the server will not tell of: " + missing);
            }
        } catch (BadShape unreadable) {
            terms.diary().badShape(unreadable.getMessage());
        }
    }

    @Override
    public Optional<ServerEvent> next(Deadline deadline) throws InterruptedException, TimeoutException {
        while (end.get() == null) {
            var event = read(deadline);
            if (event.isPresent()) {
                terms.diary().event(event.get());
                return event;
            }
        }
        return Optional.empty();
    }

    private Optional<ServerEvent> read(Deadline deadline) throws InterruptedException, TimeoutException {
        Message message;
        try {
            message = exchange.next(deadline).orElse(null);
        } catch (McpException broken) {
            finish(Listening.endOf(broken));
            return Optional.empty();
        }
        switch (message) {
            case Notification news
            when news.method().equals("notifications/cancelled") ->
                finish(new SubscriptionEnd.Dropped("the server cancelled the subscription"));
            case Notification news -> {
                return event(news);
            }
            case Response.Result done -> finish(new SubscriptionEnd.Graceful());
            case Response.Failure failed ->
                finish(new SubscriptionEnd.Dropped("error %s: %s"
                        .formatted(failed.error().code(), failed.error().message())));
            case null, default -> finish(new SubscriptionEnd.Dropped("the stream ended"));
        }
        return Optional.empty();
    }

    private Optional<ServerEvent> event(Notification news) {
        try {
            var event = ServerEvent.from(news.method(), news.params());
            if (event.isPresent() && !filter().wants(event.get())) {
                terms.diary().badShape(news.method() + ", which was not asked for");
                return Optional.empty();
            }
            return event;
        } catch (BadShape unreadable) {
            terms.diary().badShape(unreadable.getMessage());
            return Optional.empty();
        }
    }

    private SubscriptionFilter filter() {
        return SubscriptionFilter.from(
                request.params() == null ? Json.object() : request.params().path("notifications"));
    }

    @Override
    public SubscriptionEnd end() {
        var known = end.get();
        return known != null ? known : new SubscriptionEnd.Cancelled();
    }

    @Override
    public void close() {
        if (note(new SubscriptionEnd.Cancelled())) {
            abandon();
        }
    }

    private void abandon() {
        if (exchange.abandon() && talk.announced()) {
            Cancellation.post(talk.wire(), request.id(), "no longer listening");
        }
    }

    /** Notes that the server ended the stream, which the exchange outlives where that was no answer. */
    private void finish(SubscriptionEnd how) {
        if (note(how)) {
            exchange.close();
        }
    }

    /** Notes how the stream ended; the first to notice is right. */
    private boolean note(SubscriptionEnd how) {
        boolean first = end.compareAndSet(null, how);
        talk.ids().closed(request.id());
        return first;
    }
}
