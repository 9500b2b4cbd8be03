package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Waiting;
import dev.fairlead.host.trust.Waits;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One configured server with its lanes: as many connections as its pool is large. */
public final class ManagedServer {
    private final ServerConfig config;
    private final Opener opener;
    private final ServerWatcher watcher;
    private final List<Lane> lanes;
    private final Bulkhead bulkhead;
    private final Bell bell = new Bell();
    private final Waits waits = new Waits();
    private final DemandedLogins logins;
    private final MetWall metWall;
    private volatile String ended = ""; // why, once it has for good

    /** Prepares a server; nothing is opened yet. */
    public ManagedServer(ServerConfig config, Opener opener, Care care, ServerWatcher watcher) {
        this.config = config;
        this.opener = opener;
        this.watcher = watcher;
        this.logins = new DemandedLogins(opener, care.clock());
        this.metWall = new MetWall(logins);
        this.bulkhead = new Bulkhead(config.name(), config.pool() * config.concurrency());
        var policy = config.endpoint() instanceof Endpoint.Command ? care.process() : care.remote();
        var made = new ArrayList<Lane>();
        for (int number = 0; number < config.pool(); number++) {
            made.add(new Lane(config.name(), number, config.concurrency(), opener, policy, care, bell, new Watching()));
        }
        this.lanes = List.copyOf(made);
    }

    /** Begins to look after the server, which is started now unless it waits for its first use. */
    public void begin() {
        lanes.forEach(Lane::begin);
        if (config.start() == ServerConfig.StartMode.EAGER) {
            start();
        }
    }

    /** Returns what is configured. */
    public ServerConfig config() {
        return config;
    }

    /** Starts the server, whatever was given up before. */
    public void start() {
        lanes.forEach(lane -> lane.post(new Signal.Start()));
    }

    /** Notes that somebody agreed to its start, and starts what was refused or stopped; what was not needed yet waits for that. */
    public void agreed() {
        lanes.stream()
                .filter(lane -> !(lane.state() instanceof LaneState.Idle))
                .forEach(lane -> lane.post(new Signal.Start()));
    }

    /** Notes that somebody has logged in, so that what demanded it is used up, and starts the server, whatever was given up before. */
    public void loggedIn() {
        metWall.forget();
        start();
    }

    /** Notes that a login failed: what waits for one finds out what is to be done now, and nothing else is started. */
    public void loginFailed(Deadline patience) {
        lookAnew();
        metWall.forgetUnlessOpen(patience);
    }

    private void lookAnew() {
        lanes.stream()
                .filter(lane -> lane.state() instanceof LaneState.NeedsLogin)
                .forEach(lane -> lane.post(new Signal.Wanted()));
    }

    /** Stops the server until it is started again; calls under way may finish. */
    public void stop() {
        lanes.forEach(lane -> lane.post(new Signal.Drain()));
    }

    /** Stops the server until it is started again, at once: calls under way end with it. */
    public void disconnect() {
        lanes.forEach(lane -> lane.post(new Signal.Stop()));
    }

    /**
     * Ends the server for good, and returns when nothing of it is left.
     *
     * @param gently whether calls under way may finish
     * @param because what whoever still wants it is told
     */
    public void end(boolean gently, String because) throws InterruptedException {
        ended = because;
        lanes.forEach(lane -> lane.conclude(gently));
        for (var lane : lanes) {
            lane.join();
        }
        opener.end();
    }

    /** Returns what the server offers while it is connected. */
    public Optional<Listing> listing() {
        return lanes.stream().flatMap(lane -> lane.listing().stream()).findFirst();
    }

    /** Waits until a connected server has listed everything that it lists in time; tells whether it had by then. */
    public boolean listed(Deadline patience) throws InterruptedException {
        for (var lane : lanes) {
            var open = lane.connection();
            if (open != null && !open.listed(patience)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the names of the states of its lanes. */
    public List<String> stateNames() {
        return lanes.stream().map(lane -> Words.name(lane.state())).toList();
    }

    /** Returns how the server stands: as well as the best of its lanes. */
    public ServerStanding standing() {
        return lanes.stream()
                .map(lane -> ServerStanding.of(lane))
                .min(Comparator.comparingInt(ServerStanding::rank))
                .orElseThrow();
    }

    /**
     * Returns what somebody needs to log in, if it waits for that, or a call was refused for want of it. Where that
     * login cannot be finished any more, it is asked first what it demands now.
     */
    public Optional<AuthorizationRequiredException> loginNeeded(Deadline patience) throws InterruptedException {
        boolean asked = false;
        while (true) {
            long seen = bell.rings();
            var state = standing().lane();
            var awaited = state instanceof LaneState.NeedsLogin(AuthorizationRequiredException wall) ? wall : null;
            boolean over = awaited != null && !logins.open(awaited, patience);
            boolean looking = over || (asked && state instanceof LaneState.Connecting);
            if (!looking || patience.passed()) {
                metWall.forgetUnlessOpen(patience);
                return metWall.orElse(over ? null : awaited);
            }
            if (!asked) {
                lookAnew();
                asked = true;
            }
            bell.await(seen, patience);
        }
    }

    /** Tells whether it is being connected, or is about to be, and nothing has gone wrong with that so far. */
    public boolean beginning() {
        return lanes.stream().anyMatch(this::beginning);
    }

    private boolean beginning(Lane lane) {
        boolean asked = lane.starting(); // Before its state, which it outlasts.
        return switch (lane.state()) {
            case LaneState.Idle idle -> asked || config.start() == ServerConfig.StartMode.EAGER;
            case LaneState.Connecting connecting -> connecting.cause() == null;
            default -> asked;
        };
    }

    /**
     * Waits until a call can be made, and reserves a place for it.
     *
     * @param attempted for texts
     */
    public Use use(String attempted, Deadline patience) throws InterruptedException {
        var place = bulkhead.enter(attempted, patience);
        boolean entered = false;
        boolean asked = false;
        try {
            while (true) {
                long seen = bell.rings();
                var lane = best();
                var connection = lane.connection();
                if (connection != null && lane.enter(connection)) {
                    entered = true;
                    return new Use(lane, connection, place, metWall);
                }
                boolean starting = lane.starting(); // Before its state, which it outlasts.
                var state = lane.state();
                // Whether somebody has logged in since only shows when it is tried, once for each call.
                boolean dead = Words.dead(state) && (asked || !(state instanceof LaneState.NeedsLogin));
                if (lane.over() || (dead && !starting) || patience.passed()) {
                    throw Words.unready(attempted, config.name(), state, lane.age(), ended);
                }
                asked = asked || state instanceof LaneState.NeedsLogin;
                want();
                bell.await(seen, patience);
            }
        } finally {
            if (!entered) {
                place.close();
            }
        }
    }

    /** Notes a wait for people before a call, which ends when the server is stopped, given up or taken out. */
    public Waits.Place awaiting(Waiting waiting) {
        var place = waits.add(waiting);
        if (useless()) {
            waiting.end(); // It came to that before this wait was noted.
        }
        return place;
    }

    /** Tells whether it is of no use until somebody asks for it explicitly. */
    private boolean useless() {
        return lanes.stream().allMatch(lane -> Words.ended(lane.state()));
    }

    private void want() {
        lanes.stream()
                .filter(lane -> lane.state() instanceof LaneState.Idle || lane.state() instanceof LaneState.NeedsLogin)
                .forEach(lane -> lane.post(new Signal.Wanted()));
    }

    /** Returns the lane that is best for the next call: usable, then hopeful, and with the least to do. */
    private Lane best() {
        return lanes.stream()
                .min(Comparator.<Lane>comparingInt(lane -> ServerStanding.rank(lane.state()))
                        .thenComparing(Lane::full)
                        .thenComparingInt(Lane::underWay))
                .orElseThrow();
    }

    private final class Watching implements LaneWatcher {
        @Override
        public void state(Lane lane, LaneState state, Runnable move) {
            if (useless()) {
                waits.end();
            }
            watcher.state(ManagedServer.this, lane.number(), Words.name(state), Words.reason(state, lane.age()), move);
        }

        @Override
        public void listing(Lane lane) {
            watcher.listing(ManagedServer.this);
        }

        @Override
        public void remark(Lane lane, String text) {
            watcher.remark(ManagedServer.this, text);
        }

        @Override
        public ConnectionListener connection(Lane lane) {
            return watcher.connection(ManagedServer.this);
        }
    }

    /** A place in a server for one call. */
    public static final class Use implements AutoCloseable {
        private final Lane lane;
        private final Connection connection;
        private final Bulkhead.Place place;
        private final MetWall metWall;
        private boolean answered;

        private Use(Lane lane, Connection connection, Bulkhead.Place place, MetWall metWall) {
            this.lane = lane;
            this.connection = connection;
            this.place = place;
            this.metWall = metWall;
        }

        /** Returns what to talk through. */
        public Connection connection() {
            return connection;
        }

        /**
         * Makes sure that what is known of the tools is younger than this, and than the last change that the server told of.
         * A list that comes too late for that is read all the same, for those who come later.
         *
         * @throws McpException if that did not succeed by then
         */
        public void refresh(Duration age, Deadline limit) throws InterruptedException {
            try {
                connection.refresh(age, limit);
            } catch (AuthorizationException wall) {
                throw wall; // What it means for the connection is seen to.
            } catch (CallTimeoutException late) {
                failed(late);
                connection.relist(); // Else a server that takes longer than its calls may would never list them.
                throw late;
            } catch (McpException failure) {
                failed(failure);
                throw failure;
            }
        }

        /** Notes that the server answered. */
        public void answered() {
            answered = true;
        }

        /** Returns a failure in the words for why it happened: a line that somebody cut broke for no other reason. */
        public McpException explained(String attempted, McpException failure) {
            return failure instanceof ClientClosedException && connection.cut()
                    ? ClientClosedException.disconnected(attempted, lane.server(), failure.maybeExecuted())
                    : failure;
        }

        /** Notes a failure that may mean that the connection is of no use any more, or that somebody has to log in. */
        public void failed(McpException failure) {
            metWall.note(failure);
            if (Suspicion.raisedBy(failure)) {
                lane.suspect(connection);
            }
        }

        /** Gives the place back. */
        @Override
        public void close() {
            lane.leave(connection, answered);
            place.close();
        }
    }
}
