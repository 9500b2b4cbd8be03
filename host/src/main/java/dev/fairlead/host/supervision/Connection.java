package dev.fairlead.host.supervision;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.Subscription;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An open connection, with what its server offers. */
public final class Connection {
    private static final int TO_LISTEN = 4; // the part of the time to start that the beginning of listening may take

    private final long epoch;
    private final Lane lane;
    private final McpClient client;
    private final Pulse pulse;
    private final Lists lists;
    private final List<Relisting> relistings;
    private final RestListing rest;
    private final AtomicBoolean checking = new AtomicBoolean();
    private volatile boolean useful;
    private volatile boolean cut;
    private volatile boolean deaf; // whether anything was listed before changes were listened to
    private volatile @Nullable Subscription changes;

    private Connection(long epoch, Lane lane, McpClient client, Pulse pulse) {
        this.epoch = epoch;
        this.lane = lane;
        this.client = client;
        this.pulse = pulse;
        this.lists = new Lists(client, lane::listingChanged, lane::remark);
        this.relistings = lists.all().stream()
                .map(list -> new Relisting(list, this, lane))
                .toList();
        this.rest = new RestListing(lane.server(), lists.rest(), lane::remark, () -> lane.suspect(this));
    }

    /** Opens a connection and lists the tools of the server; what else it offers follows. */
    static Connection open(long epoch, Lane lane, Opener opener, ConnectionListener outer) {
        long begun = System.nanoTime();
        var pulse = new Pulse();
        var relay = new Relay(outer, lane, pulse);
        var opened = opener.open(lane.number(), relay, pulse);
        boolean complete = false;
        try {
            var limit = Deadline.after(opened.limit().minusNanos(System.nanoTime() - begun));
            var connection = new Connection(epoch, lane, opened.client(), pulse);
            relay.serves(connection);
            // Before anything is listed, so that no change falls between the two.
            connection.listen(Deadline.after(limit.remaining().dividedBy(TO_LISTEN)));
            connection.begin(limit);
            connection.rest.begin(limit);
            complete = true;
            return connection;
        } finally {
            if (!complete) {
                opened.client().close();
            }
        }
    }

    /** Lists the tools for the first time; changes that the server tells of already may have them listed, too. */
    private void begin(Deadline limit) {
        try {
            list(Duration.ZERO, limit);
        } catch (InterruptedException stopped) {
            throw stopped();
        }
    }

    private CallCancelledException stopped() {
        Thread.currentThread().interrupt();
        return new CallCancelledException("connecting", lane.server(), false);
    }

    long epoch() {
        return epoch;
    }

    /** Returns the client to talk through. */
    public McpClient client() {
        return client;
    }

    /** Returns what the server offered when it was last asked. */
    public Listing listing() {
        return lists.listing();
    }

    /** Waits until everything is listed that the server lists in time; tells whether that was so by then. */
    boolean listed(Deadline patience) throws InterruptedException {
        return rest.await(patience);
    }

    boolean usable() {
        return client.state() instanceof ConnectionState.Ready;
    }

    boolean useful() {
        return useful;
    }

    /** Notes that the server did something for somebody. */
    void served() {
        pulse.beat();
        useful = true;
    }

    /** Tells whether nothing at all was heard of the server for longer than this. */
    boolean silent(Duration patience) {
        return pulse.silent(patience);
    }

    /** Notes that somebody ends it on purpose, whatever is under way. */
    void cutOff() {
        cut = true;
    }

    /** Tells whether somebody ended it on purpose, whatever was under way. */
    boolean cut() {
        return cut;
    }

    /** Closes the connection, without making anybody wait for it. */
    Thread close() {
        return Thread.ofVirtual().name("close " + lane.server()).start(() -> {
            var listening = changes;
            try {
                if (listening != null) {
                    listening.close();
                }
            } finally {
                client.close();
                rest.join();
            }
        });
    }

    /**
     * Makes sure that what is known of the tools is younger than this, and than the last change that the server told of.
     *
     * @throws McpException if that did not succeed by then
     */
    void refresh(Duration age, Deadline limit) throws InterruptedException {
        try {
            list(age, limit);
        } catch (AuthorizationException wall) {
            unlisted(lists.tools(), wall);
            throw wall;
        }
    }

    /** Notes that something could not be listed again. */
    void unlisted(KeptList<?> list, McpException failure) {
        boolean wall = failure instanceof AuthorizationException refused && !refused.merelyTurnedAway();
        if (wall && list.equals(lists.tools())) {
            // Who is not told the tools is not let in, whatever else the server still answers.
            lane.lost(this, failure);
        } else {
            lane.suspect(this);
        }
    }

    private void list(Duration age, Deadline limit) throws InterruptedException {
        long begun = System.nanoTime();
        if (!lists.tools().refresh(age, limit)) {
            var elapsed = Duration.ofNanos(System.nanoTime() - begun);
            throw new CallTimeoutException(
                    "tools/list", lane.server(), "somebody else waits for it already", elapsed, null, false);
        }
    }

    /** Notes that the list of tools is known to be wrong. */
    public void outdate() {
        lists.tools().outdate();
    }

    /** Has the tools listed again for those who come later, for as long as the server takes. */
    void relist() {
        relistings(new ServerEvent.ToolsChanged()).forEach(Relisting::ensure);
    }

    /** Notes a change that the server told of. */
    void changed(ServerEvent event) {
        relistings(event).forEach(Relisting::stir);
    }

    private Stream<Relisting> relistings(ServerEvent event) {
        var concerned = lists.of(event);
        return relistings.stream().filter(relisting -> concerned.contains(relisting.list()));
    }

    /** Asks for a sign of life, unless somebody already does. */
    void check(Duration patience) {
        if (!checking.compareAndSet(false, true)) {
            return;
        }
        try {
            client.ping(CallOptions.usual().withLimits(Limits.within(patience)));
            pulse.beat();
        } catch (ServerErrorException alive) {
            pulse.beat(); // Whoever refuses to answer is there.
        } finally {
            checking.set(false);
        }
    }

    /** Begins to listen to changes, and waits for that to have begun, but not for ever. */
    private void listen(Deadline patience) {
        var offered = client.server().capabilities();
        var filter = new SubscriptionFilter(
                offered.toolsListChanged(), offered.promptsListChanged(), offered.resourcesListChanged(), Set.of());
        if (filter.isEmpty()) {
            return;
        }
        var begun = new CountDownLatch(1);
        lane.beside("changes", this, () -> follow(filter, begun));
        try {
            deaf = !begun.await(patience.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            throw stopped();
        }
    }

    private void follow(SubscriptionFilter filter, CountDownLatch begun) {
        Subscription open;
        try {
            open = client.subscribe(filter);
        } catch (ClientClosedException left) {
            return;
        } catch (McpException refused) {
            lane.remark("changes of its lists are not heard of: " + refused.getMessage());
            return;
        } finally {
            begun.countDown();
        }
        changes = open;
        if (deaf) {
            relistings.forEach(Relisting::stir); // What changed since they were listed nobody has heard.
        }
        try {
            for (var event = open.next(); event.isPresent(); event = open.next()) {
                changed(event.get());
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }
}
