package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a mailbox that holds as many as it may. Which of them is missed least is known at any time: in a flood the
 * reader asks for every message that comes, and must not look through all that wait.
 *
 * <p>Not safe for several threads.
 */
final class Crowd {
    private final Room room;
    private final Correlation correlation;
    private final TreeSet<Waiting> waiting = new TreeSet<>(Crowd::byAge);
    private final TreeSet<Waiting> news = new TreeSet<>(Crowd::byWorth);
    private final Map<String, TreeSet<Waiting>> ownByMethod = new HashMap<>();
    private final Map<Object, Waiting> latestOf = new HashMap<>();
    private long arrivals;
    private long bytes;
    private long newsBytes;

    /** How much news would be missed, the least first. */
    private enum Worth {
        /** Newer news of the same subject waits. */
        OVERTAKEN,
        /** It tells something of its own. */
        OWN,
        /** It tells the latest of its subject. */
        LATEST
    }

    private static final class Waiting {
        private final Message message;
        private final long bytes;
        private final long number;
        private final @Nullable Object subject;
        private Worth worth; // changes only while it is not among the news

        Waiting(Mailbox.Weighed arriving, long number, @Nullable Object subject) {
            this.message = arriving.message();
            this.bytes = arriving.bytes();
            this.number = number;
            this.subject = subject;
            this.worth = subject == null ? Worth.OWN : Worth.LATEST;
        }
    }

    private static int byAge(Waiting one, Waiting other) {
        return Long.compare(one.number, other.number);
    }

    private static int byWorth(Waiting one, Waiting other) {
        int difference = one.worth.compareTo(other.worth);
        return difference == 0 ? byAge(one, other) : difference;
    }

    /** Takes over those that wait already. */
    Crowd(Room room, Correlation correlation, Collection<Mailbox.Weighed> present) {
        this.room = room;
        this.correlation = correlation;
        present.forEach(this::add);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Tells whether one more fits. */
    boolean hasRoom(Mailbox.Weighed one) {
        return room.fits(one.bytes(), waiting.size(), bytes);
    }

    /** Adds a message, whether it fits or not. */
    void add(Mailbox.Weighed message) {
        add(arriving(message));
    }

    /** Adds a message in place of those that are missed least, if enough of them may be dropped; else drops this one. */
    void replace(Mailbox.Weighed latest) {
        if (!room.fits(latest.bytes(), waiting.size() - news.size(), bytes - newsBytes)) {
            return; // What waits beside news are requests and answers.
        }
        var one = arriving(latest);
        overtake(one.subject);
        while (!hasRoom(latest)) {
            remove(missedLeast(one.message));
        }
        add(one);
    }

    /** Takes the message that has waited longest. */
    @Nullable
    Message poll() {
        if (waiting.isEmpty()) {
            return null;
        }
        var eldest = waiting.first();
        remove(eldest);
        return eldest.message;
    }

    private Waiting arriving(Mailbox.Weighed message) {
        var subject = message.message() instanceof Notification told
                ? correlation.subjectOf(told).orElse(null)
                : null;
        return new Waiting(message, arrivals++, subject);
    }

    private void add(Waiting one) {
        waiting.add(one);
        bytes += one.bytes;
        if (one.message instanceof Notification told) {
            overtake(one.subject);
            news.add(one);
            newsBytes += one.bytes;
            if (one.subject != null) {
                latestOf.put(one.subject, one);
            } else {
                ownByMethod
                        .computeIfAbsent(told.method(), method -> new TreeSet<>(Crowd::byAge))
                        .add(one);
            }
        }
    }

    /** Notes that there is newer news of a subject than what waits. */
    private void overtake(@Nullable Object subject) {
        var before = subject == null ? null : latestOf.remove(subject);
        if (before != null) {
            news.remove(before);
            before.worth = Worth.OVERTAKEN;
            news.add(before);
        }
    }

    private Waiting missedLeast(Message latest) {
        var first = news.first();
        var like = latest instanceof Notification told ? ownByMethod.get(told.method()) : null;
        // Whoever floods does so at the cost of his own.
        return like == null || first.worth == Worth.OVERTAKEN ? first : like.first();
    }

    private void remove(Waiting one) {
        waiting.remove(one);
        bytes -= one.bytes;
        if (one.message instanceof Notification told && news.remove(one)) {
            newsBytes -= one.bytes;
            if (one.subject != null) {
                latestOf.remove(one.subject, one); // Where it is the latest, those before it are gone.
            } else {
                ownByMethod.computeIfPresent(
                        told.method(), (method, own) -> own.remove(one) && own.isEmpty() ? null : own);
            }
        }
    }
}
