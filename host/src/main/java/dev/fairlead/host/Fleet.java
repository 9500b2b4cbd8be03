package dev.fairlead.host;

import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.supervision.ManagedServer;
import dev.fairlead.host.supervision.Opener;
import dev.fairlead.host.trust.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All servers of a host, or of one person in it, and the catalogue of what they offer. */
final class Fleet {
    /** What is said of a server that is let go. */
    private static final String GONE = "it was removed, or another one took its place";

    /** How long the end waits for what is noted of answers; longer only a store takes that is of no use. */
    private static final Duration NOTING = Duration.ofSeconds(5);

    private final Function<ServerConfig, Opener> openers;
    private final Predicate<ServerConfig> agreed;
    private final Care care;
    private final EventLog events;
    private final @Nullable Fleet common;

    private final ReentrantLock lock = new ReentrantLock(); // guards the maps and the making of catalogues
    private final Map<String, ManagedServer> servers = new LinkedHashMap<>();
    private final Map<String, ServerConfig> configs = new LinkedHashMap<>();
    private final Map<String, ErrorLines> errorLines = new HashMap<>();
    private final Map<String, Set<String>> lastOffered = new HashMap<>();
    private final Set<ManagedServer> ending = new HashSet<>();
    private final Queue<HostEvent> news = new ConcurrentLinkedQueue<>();
    private final List<Fleet> followers = new ArrayList<>();
    private volatile Catalog catalog = Catalog.EMPTY;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Waits waits = new Waits();
    private boolean closed;

    /**
     * Starts with no server.
     *
     * @param agreed which servers somebody agreed to, where that is needed
     * @param common the servers that everybody shares, where this is a person's fleet
     */
    Fleet(
            Function<ServerConfig, Opener> openers,
            Predicate<ServerConfig> agreed,
            Care care,
            EventLog events,
            @Nullable Fleet common) {
        this.agreed = agreed;
        this.openers = openers;
        this.care = care;
        this.events = events;
        this.common = common;
        if (common != null) {
            common.follow(this);
        }
    }

    Catalog catalog() {
        return catalog;
    }

    /** Takes a server in, in place of one of the same name, unless everything was ended. */
    boolean add(ServerConfig config) throws InterruptedException {
        return finish(place(config));
    }

    /** Ends a server and starts it afresh, as it is configured by then; tells whether there was one. */
    boolean restart(String name) throws InterruptedException {
        return finish(place(name, before -> before));
    }

    private static boolean finish(Optional<Placed> placed) throws InterruptedException {
        if (placed.isPresent()) {
            placed.get().finish();
        }
        return placed.isPresent();
    }

    /**
     * Gives a server its place, in the order of these calls, and that of one of the same name; waits for nothing, and
     * tells nobody yet.
     *
     * @return what is left to do, and may take a while; nothing if everything was ended
     */
    Optional<Placed> place(ServerConfig config) {
        return place(config.name(), before -> config);
    }

    /** Gives a server its place, by how the one of its name was configured; nothing is done if it is not at all. */
    private Optional<Placed> place(String name, Function<@Nullable ServerConfig, @Nullable ServerConfig> change) {
        ManagedServer server;
        ManagedServer before;
        lock.lock();
        try {
            var config = closed ? null : change.apply(configs.get(name));
            if (config == null) {
                return Optional.empty();
            }
            server = new ManagedServer(
                    config,
                    openers.apply(config),
                    care,
                    new FleetNews(events, care.clock(), this::rebuild, this::linesOf));
            before = letGo(name);
            configs.put(name, config);
            if (config.enabled()) {
                servers.put(name, server);
                errorLines.put(name, new ErrorLines());
            }
        } finally {
            lock.unlock();
        }
        return Optional.of(() -> {
            rebuild();
            try {
                end(before); // Two of the same would hold the same files and ports.
            } finally {
                if (server.config().enabled()) {
                    server.begin(); // If it was let go meanwhile it ends at once.
                }
            }
        });
    }

    /** Places that are given or taken away, with what is left to do about that. */
    interface Placed {
        /** Tells of it, ends whoever was there before, and begins who is there now. */
        void finish() throws InterruptedException;
    }

    /** To be called with the lock: takes a server out, which then has to be ended. */
    private @Nullable ManagedServer letGo(String name) {
        var gone = servers.remove(name);
        configs.remove(name);
        errorLines.remove(name);
        lastOffered.remove(name);
        if (gone != null) {
            ending.add(gone);
        }
        return gone;
    }

    private void end(@Nullable ManagedServer gone) throws InterruptedException {
        if (gone == null) {
            return;
        }
        gone.end(true, GONE);
        lock.lock();
        try {
            ending.remove(gone);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a server its place away, in the same order; waits for nothing, and tells nobody yet.
     *
     * @return what is left to do, and may take a while; nothing if there was none
     */
    Optional<Placed> displace(String name) {
        ManagedServer gone;
        lock.lock();
        try {
            if (!configs.containsKey(name)) {
                return Optional.empty();
            }
            gone = letGo(name);
        } finally {
            lock.unlock();
        }
        return Optional.of(() -> {
            rebuild();
            end(gone);
        });
    }

    /** Lets a server go, and what it runs; tells whether there was one. */
    boolean remove(String name) throws InterruptedException {
        return finish(displace(name));
    }

    /** Returns the server of a name, also one that everybody shares. */
    Optional<ManagedServer> server(String name) {
        var own = own(name);
        return own.isPresent() || common == null
                ? own
                // Whoever has no connection of their own yet does not get somebody else's instead.
                : common.server(name).filter(shared -> !People.personal(shared.config()));
    }

    /** Returns the server of a name, unless that is one that everybody shares. */
    Optional<ManagedServer> own(String name) {
        lock.lock();
        try {
            return Optional.ofNullable(servers.get(name));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the servers that offered a tool, as they call it, when they were last connected. */
    Set<String> lastOffered(String tool) {
        var known = configs().stream().map(ServerConfig::name).collect(Collectors.toSet());
        lock.lock();
        try {
            return lastOffered.entrySet().stream()
                    .filter(entry -> entry.getValue().contains(tool))
                    .map(Map.Entry::getKey)
                    .filter(known::contains)
                    .collect(Collectors.toSet());
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a server is being connected for the first time. */
    boolean beginning(String name) {
        boolean first = server(name).filter(ManagedServer::beginning).isPresent();
        lock.lock();
        try {
            return first && !lastOffered.containsKey(name);
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a server is not this fleet's own but everybody's. */
    boolean shared(String name) {
        return common != null
                && common.server(name)
                        .filter(server -> !People.personal(server.config()))
                        .isPresent();
    }

    /** Returns what is configured, shared servers included. */
    List<ServerConfig> configs() {
        var all = new LinkedHashMap<String, ServerConfig>();
        if (common != null) {
            common.configs().forEach(config -> all.put(config.name(), config));
        }
        lock.lock();
        try {
            all.putAll(configs);
        } finally {
            lock.unlock();
        }
        return List.copyOf(all.values());
    }

    private @Nullable ErrorLines linesOf(String name) {
        lock.lock();
        try {
            return errorLines.get(name);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the last lines that a server wrote to its standard error. */
    List<String> errorLines(String name) {
        var lines = linesOf(name);
        return lines != null || common == null ? (lines == null ? List.of() : lines.last()) : common.errorLines(name);
    }

    /** Tells whether everything was ended. */
    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how texts say that everything was ended. */
    String closedWords() {
        return common == null
                ? "the host is closed; open another one"
                : "this view of the host is closed; ask for another one";
    }

    /** Returns the waits for people that end with everything. */
    Waits waits() {
        return waits;
    }

    /** Waits this long, or until everything is ended; tells whether it is. */
    boolean endsWithin(Duration pause) throws InterruptedException {
        return end.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends everything, and returns when nothing is left, also if the caller is interrupted meanwhile. */
    void close() {
        var all = new ArrayList<ManagedServer>();
        lock.lock();
        try {
            closed = true;
            end.countDown();
            all.addAll(servers.values());
            all.addAll(ending);
        } finally {
            lock.unlock();
        }
        if (common != null) {
            common.unfollow(this);
        }
        waits.endForGood();
        var ends = new ArrayList<Runnable>(all.size() + 1);
        all.forEach(server -> ends.add(endingNow(server)));
        ends.add(this::awaitNotes);
        Together.run(ends);
    }

    /** Waits until what somebody has just allowed is noted, so that it can be forgotten. */
    private void awaitNotes() {
        try {
            boolean ignored = waits.awaitNone(NOTING);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private Runnable endingNow(ManagedServer server) {
        return () -> {
            try {
                server.end(false, closedWords());
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
        };
    }

    private void follow(Fleet follower) {
        lock.lock();
        try {
            followers.add(follower);
        } finally {
            lock.unlock();
        }
        follower.rebuild();
    }

    private void unfollow(Fleet follower) {
        lock.lock();
        try {
            followers.remove(follower);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the catalogue anew from what the servers offer at this moment. Whoever holds the lock of a person's fleet may
     * take that of the common one, never the other way round.
     */
    private void rebuild() {
        List<Fleet> told;
        lock.lock();
        try {
            var before = catalog;
            var listings = new HashMap<String, Listing>();
            var known = new HashMap<String, ServerConfig>();
            collect(listings, known);
            catalog = Catalog.of(listings, known.values(), agreed);
            listings.keySet().forEach(server -> lastOffered.put(server, new HashSet<>()));
            catalog.tools().stream()
                    .filter(OfferedTool::enabled)
                    .forEach(tool -> lastOffered
                            .computeIfAbsent(tool.server(), server -> new HashSet<>())
                            .add(tool.definition().name()));
            CatalogNews.between(before, catalog, care.clock().instant()).stream()
                    .filter(event -> !shared(event.server())) // Of those the common fleet tells, once for all.
                    .forEach(news::add);
            told = List.copyOf(followers);
        } finally {
            lock.unlock();
        }
        // Without the lock, as listeners may do what they like.
        for (var event = news.poll(); event != null; event = news.poll()) {
            events.publish(event);
        }
        told.forEach(Fleet::rebuild);
    }

    private void collect(Map<String, Listing> listings, Map<String, ServerConfig> known) {
        if (common != null) {
            // Whoever is to have a connection of their own is not offered what another one has.
            common.contribute(config -> !People.personal(config), listings, known);
        }
        contribute(config -> true, listings, known);
    }

    private void contribute(
            Predicate<ServerConfig> which, Map<String, Listing> listings, Map<String, ServerConfig> known) {
        lock.lock();
        try {
            known.putAll(configs);
            servers.values().stream()
                    .filter(server -> which.test(server.config()))
                    .forEach(server -> server.listing()
                            .ifPresent(listing -> listings.put(server.config().name(), listing)));
        } finally {
            lock.unlock();
        }
    }
}
