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
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An open connection, with what its server offers. */
public final class Connection {
    private final long epoch;
    private final Lane lane;
    private final McpClient client;
    private final ReentrantLock listingAnew =
            new ReentrantLock(); // held while listing: who wants the list waits for it
    private final AtomicBoolean outdated = new AtomicBoolean();
    private final AtomicBoolean checking = new AtomicBoolean();
    private final Relisting relisting;
    private volatile Listing listing = Listing.NOTHING;
    private volatile long listed = System.nanoTime();
    private volatile long heard = System.nanoTime();
    private volatile boolean useful;
    private volatile @Nullable Subscription changes;

    private Connection(long epoch, Lane lane, McpClient client) {
        this.epoch = epoch;
        this.lane = lane;
        this.client = client;
        this.relisting = new Relisting(this, lane);
    }

    /** Opens a connection and lists what the server offers. */
    static Connection open(long epoch, Lane lane, Opener opener, ConnectionListener outer) {
        var relay = new Relay(outer, lane);
        var client = opener.open(relay);
        boolean complete = false;
        try {
            var connection = new Connection(epoch, lane, client);
            relay.serves(connection);
            connection.listen(); // Before anything is listed, so that no change falls between the two.
            connection.relist();
            complete = true;
            return connection;
        } finally {
            if (!complete) {
                client.close();
            }
        }
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
        return listing;
    }

    boolean usable() {
        return client.state() instanceof ConnectionState.Ready;
    }

    boolean useful() {
        return useful;
    }

    /** Notes that the server answered something. */
    void heard() {
        heard = System.nanoTime();
        useful = true;
    }

    boolean silent(Duration patience) {
        return System.nanoTime() - heard > patience.toNanos();
    }

    /** Closes the connection, without making anybody wait for it. */
    Thread close() {
        return Thread.ofVirtual().name("close " + lane.server()).start(() -> {
            var listening = changes;
            if (listening != null) {
                listening.close();
            }
            client.close();
        });
    }

    /**
     * Makes sure that what is known of the tools is younger than this, and than the last change that the server told of.
     *
     * @throws McpException if that did not succeed by then
     */
    public void refresh(Duration age, Deadline limit) throws InterruptedException {
        if (current(age)) {
            return;
        }
        if (!listingAnew.tryLock(Math.max(0, limit.remainingNanos()), TimeUnit.NANOSECONDS)) {
            throw new UnavailableException("tools/list", lane.server(), "it takes too long", null);
        }
        try {
            if (!current(age)) {
                relist(client -> Lists.tools(client, limit.remaining(), listing));
            }
        } finally {
            listingAnew.unlock();
        }
    }

    /** Lists everything anew; to be called by the one thread that follows changes. */
    void relist() {
        listingAnew.lock();
        try {
            relist(client -> Lists.all(client, lane::remark));
        } finally {
            listingAnew.unlock();
        }
    }

    boolean outdated() {
        return outdated.get();
    }

    /** Notes that the listing is known to be wrong. */
    public void outdate() {
        outdated.set(true);
    }

    /** Notes a change that the server told of. */
    void changed(ServerEvent event) {
        if (event instanceof ServerEvent.ResourceUpdated) {
            return;
        }
        outdated.set(true);
        relisting.stir();
    }

    /** Asks for a sign of life, unless somebody already does. */
    void check(Duration patience) {
        if (!checking.compareAndSet(false, true)) {
            return;
        }
        try {
            client.ping(CallOptions.usual().withLimits(Limits.within(patience)));
            heard = System.nanoTime();
        } catch (ServerErrorException alive) {
            heard = System.nanoTime(); // Whoever refuses to answer is there.
        } finally {
            checking.set(false);
        }
    }

    private boolean current(Duration age) {
        return !outdated.get() && System.nanoTime() - listed < age.toNanos();
    }

    private void relist(Function<McpClient, Listing> list) {
        boolean told = outdated.getAndSet(false); // A change during the listing counts for the next one.
        Listing now;
        boolean done = false;
        try {
            now = list.apply(client);
            done = true;
        } finally {
            if (!done && told) {
                outdated.set(true);
            }
        }
        listed = System.nanoTime();
        if (!now.equals(listing)) {
            listing = now;
            lane.listingChanged();
        }
    }

    private void listen() {
        var offered = client.server().capabilities();
        var filter = new SubscriptionFilter(
                offered.toolsListChanged(), offered.promptsListChanged(), offered.resourcesListChanged(), Set.of());
        if (filter.isEmpty()) {
            return;
        }
        Subscription open;
        try {
            open = client.subscribe(filter);
        } catch (McpException refused) {
            lane.remark("changes of its lists are not heard of: " + refused.getMessage());
            return;
        }
        changes = open;
        Thread.ofVirtual().name("changes " + lane.server()).start(() -> follow(open));
    }

    private void follow(Subscription open) {
        try {
            for (var event = open.next(); event.isPresent(); event = open.next()) {
                changed(event.get());
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }
}
