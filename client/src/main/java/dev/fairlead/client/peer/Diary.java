package dev.fairlead.client.peer;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.Tolerance;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Weight;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notes what happens on a connection, counts what was tolerated, and tells the listener on a thread of its own. */
public final class Diary implements WireListener, AutoCloseable {
    // The first few of a kind are told one by one, then only each tenfold: a thousand bad lines are one piece of news.
    private static final int TOLD_SINGLY = 10;

    private final ConnectionListener listener;
    private final Tolerance tolerance;
    private final Announcer announcer;
    private final ConcurrentHashMap<Violation.Kind, Long> counts = new ConcurrentHashMap<>();
    private final List<Consumer<ServerEvent>> readers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Wire wire;
    private volatile Runnable sessionLost = () -> {};

    /** Starts a diary for the connection to {@code server}. */
    public Diary(String server, ConnectionListener listener, Tolerance tolerance) {
        this.listener = listener;
        this.tolerance = tolerance;
        this.announcer = new Announcer("fairlead-" + server + "-listener");
    }

    /** Names the line that a strict connection ends at the first violation. */
    public void watch(Wire line) {
        wire = line;
    }

    @Override
    public void tolerated(Violation violation) {
        long count = counts.merge(violation.kind(), 1L, Long::sum);
        if (count <= TOLD_SINGLY || powerOfTen(count)) {
            announce(violation.detail().length(), told -> told.violation(violation));
        }
        var line = wire;
        if (tolerance == Tolerance.STRICT && violation.kind().breaksRules() && line != null) {
            Breakage reason = (attempted, server, maybeExecuted) -> new ProtocolViolationException(
                    "%s on server '%s' ended by strictness: %s".formatted(attempted, server, violation.detail()));
            line.breakOff(reason);
        }
    }

    /** Returns how many lines there were so far that nobody could read. */
    long unreadableLines() {
        return counts.getOrDefault(Violation.Kind.NOISE, 0L) + counts.getOrDefault(Violation.Kind.MALFORMED, 0L);
    }

    @Override
    public void stderr(String line) {
        announce(line.length(), told -> told.stderr(line));
    }

    /** Has someone told when the server has forgotten the session. */
    void whenSessionLost(Runnable hook) {
        sessionLost = hook;
    }

    @Override
    public void sessionLost() {
        sessionLost.run();
    }

    /** Notes a log entry that belongs to no call. */
    public void log(LogEntry entry) {
        announce(Weight.of(entry.logger()) + Weight.of(entry.data()), told -> told.log(entry));
    }

    /** Notes a change at the server. */
    public void event(ServerEvent event) {
        readers.forEach(reader -> reader.accept(event));
        announce(EventQueue.weight(event), told -> told.event(event));
    }

    /** Has every change at the server told to {@code reader}, at once and in order; it must not block. */
    public void subscribe(Consumer<ServerEvent> reader) {
        readers.add(reader);
    }

    /** Ends what {@link #subscribe} began. */
    public void unsubscribe(Consumer<ServerEvent> reader) {
        readers.remove(reader);
    }

    /** Notes a change of state, which is never dropped. */
    public void state(ConnectionState state) {
        if (!listener.equals(ConnectionListener.NONE)) {
            announcer.insist(() -> listener.state(state));
        }
    }

    /** Notes that something the server sent does not have the promised shape. */
    public void badShape(String detail) {
        tolerated(new Violation(Violation.Kind.BAD_SHAPE, detail));
    }

    /** Returns how much was tolerated, by kind. */
    public Map<Violation.Kind, Long> counts() {
        return Map.copyOf(counts);
    }

    /** Tells what is still to tell, then ends the thread. */
    @Override
    public void close() {
        announcer.close();
    }

    private void announce(long bytes, Consumer<ConnectionListener> news) {
        if (!listener.equals(ConnectionListener.NONE)) {
            announcer.offer(bytes, () -> news.accept(listener));
        }
    }

    private static boolean powerOfTen(long count) {
        long power = TOLD_SINGLY;
        while (power < count) {
            power *= 10;
        }
        return power == count;
    }
}
