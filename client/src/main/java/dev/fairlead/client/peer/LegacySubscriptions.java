package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the books of who listens to which resource, as the server itself only knows one subscription per URI. */
final class LegacySubscriptions {
    private final LegacyPeer peer;
    private final PeerTerms terms;
    // Held while subscribing, so that the last listener's leaving and the next one's coming cannot cross.
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> listeners = new ConcurrentHashMap<>(); // written under lock
    private final Set<EventQueue> queues = ConcurrentHashMap.newKeySet();
    private final Set<CountDownLatch> leaving = ConcurrentHashMap.newKeySet();
    private volatile @Nullable SubscriptionEnd over;

    LegacySubscriptions(LegacyPeer peer, PeerTerms terms) {
        this.peer = peer;
        this.terms = terms;
    }

    /** Subscribes to what the filter names and returns the stream of it. */
    Listening open(SubscriptionFilter filter, CallScope scope) {
        if (!filter.resourceUris().isEmpty() && !peer.server().capabilities().resourcesSubscribe()) {
            throw new UnsupportedFeatureException(
                    "resources/subscribe", terms.server(), "the server offers no resource subscriptions");
        }
        var queue = new EventQueue();
        Consumer<ServerEvent> reader = event -> {
            if (filter.wants(event)) {
                queue.put(event);
            }
        };
        terms.diary().subscribe(reader);
        queues.add(queue);
        var ended = over;
        if (ended != null) {
            queue.end(ended); // The line broke before anybody could be told.
        }
        var subscribed = new ArrayList<String>();
        boolean open = false;
        try {
            for (var uri : filter.resourceUris()) {
                subscribe(uri, scope);
                subscribed.add(uri);
            }
            open = true;
        } finally {
            if (!open) {
                stop(queue, reader, subscribed);
            }
        }
        return new LegacyListening(queue, () -> stop(queue, reader, subscribed), this::unawaited);
    }

    /** Ends the streams that are open now; whoever wants to may listen again. */
    void drop(String why) {
        queues.forEach(queue -> queue.end(new SubscriptionEnd.Dropped(why)));
    }

    /** Ends every stream, because the line is no more. */
    void end(SubscriptionEnd how) {
        over = how;
        queues.forEach(queue -> queue.end(how));
    }

    /** Tells whether anybody listens. */
    boolean any() {
        return !queues.isEmpty();
    }

    /** Subscribes again to everything that somebody listens to, in a session that knows nothing of it. */
    void resubscribe(CallScope scope) {
        // Without the lock, which may be held by somebody who waits for this.
        listeners
                .keySet()
                .forEach(uri -> restore(
                        Invocation.of("resources/subscribe", Json.object().put("uri", uri), uri), scope));
    }

    /** Says again what was said in the last session; a server that refuses it now is not asked twice. */
    void restore(Invocation earlier, CallScope scope) {
        try {
            var ignored = peer.once(earlier, scope);
        } catch (McpException refused) {
            terms.diary().badShape("the server took back what it agreed to before: " + refused.getMessage());
        }
    }

    private void stop(EventQueue queue, Consumer<ServerEvent> reader, List<String> subscribed) {
        terms.diary().unsubscribe(reader);
        queues.remove(queue);
        leave(subscribed);
    }

    /** Lets somebody leave whom nobody waits for but those who come next. */
    private void unawaited(Runnable leave) {
        var gone = new CountDownLatch(1);
        leaving.add(gone);
        Thread.ofVirtual().name("fairlead-" + terms.server() + "-leaving").start(() -> {
            try {
                leave.run();
            } finally {
                leaving.remove(gone);
                gone.countDown();
            }
        });
    }

    private void subscribe(String uri, CallScope scope) {
        if (!leftWithin(scope) || !lockWithin(scope)) {
            var attempted = "resources/subscribe " + uri;
            throw Thread.currentThread().isInterrupted()
                    ? new CallCancelledException(attempted, terms.server(), false)
                    : new CallTimeoutException(
                            attempted,
                            terms.server(),
                            "other subscriptions wait already",
                            scope.elapsed(),
                            null,
                            false);
        }
        try {
            if (listeners.getOrDefault(uri, 0) == 0) {
                peer.call(Invocation.of("resources/subscribe", Json.object().put("uri", uri), uri), scope);
            }
            listeners.merge(uri, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
    }

    private void leave(List<String> uris) {
        var scope = CallScope.within(LegacyListening.UNSUBSCRIBE); // for all of them together
        if (uris.isEmpty() || !lockWithin(scope)) {
            return; // The server goes on telling, and whoever comes next finds the subscription still there.
        }
        try {
            for (var uri : uris) {
                int left = listeners.merge(uri, -1, Integer::sum);
                if (left == 0) {
                    listeners.remove(uri);
                    unsubscribe(uri, scope);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for those who are leaving: what they have not left yet would be taken for subscribed to. */
    private boolean leftWithin(CallScope scope) {
        try {
            for (var gone : leaving) {
                if (!gone.await(scope.total().remainingNanos(), TimeUnit.NANOSECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Takes the lock; the interruption of the thread is for its next wait to notice. */
    private boolean lockWithin(CallScope scope) {
        boolean interrupted = Thread.interrupted();
        try {
            return lock.tryLock(scope.total().remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurry) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void unsubscribe(String uri, CallScope scope) {
        try {
            // Once, and in no other session: one that is lost has nothing to be unsubscribed from.
            var ignored = peer.once(
                    Invocation.of("resources/unsubscribe", Json.object().put("uri", uri), uri), scope);
        } catch (ServerErrorException refused) {
            // Nobody listens any more, so further notifications are dropped; the server's reluctance harms no one.
            terms.diary().badShape("unsubscribing failed: " + refused.getMessage());
        } catch (McpException gone) {
            return; // Whoever does not answer any more does not tell of changes either.
        }
    }
}
