package dev.fairlead.console.server;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostBuilder;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.config.ConfigEdit;
import dev.fairlead.host.config.ConfigEditException;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers of the page: those that are configured, and those that were connected here. What was accepted takes effect
 * in its order, one thing after the other for each server.
 */
public final class Servers implements AutoCloseable {
    /** How many lines of what a server logs are kept. */
    public static final int LOG_LINES = ServerNotes.MOST_LINES;

    private final Host host;
    private final ConfigSearch search;
    private final Path home;
    private final PassingServers passing;
    private final ServerNotes notes = new ServerNotes();
    private final ServerOrder order = new ServerOrder(this::look);
    private final KnownServers known;
    private final OwnFile own;
    private final ConfigProblems problems;
    private final ServerWatch watch;
    private final TypedServers typed;
    private final StartConsents consents;
    private final ServerEditing editing;

    /**
     * What servers are found by.
     *
     * @param search where servers are configured
     * @param home the user's home
     * @param environment the variables of the process
     * @param builtIn the commands of servers that have a name here
     */
    public record Places(
            ConfigSearch search, Path home, Map<String, String> environment, Map<String, List<String>> builtIn) {
        /** Copies the maps. */
        public Places {
            environment = Map.copyOf(environment);
            builtIn = Map.copyOf(builtIn);
        }
    }

    /**
     * Opens a host with all of them.
     *
     * @param opened is given the host before anything else happens, and closes it when all is over
     */
    public Servers(
            HostBuilder builder,
            Places places,
            Keep keep,
            Broadcast broadcast,
            TrafficLog traffic,
            Consumer<Host> opened) {
        this.search = places.search();
        this.home = places.home();
        this.passing = new PassingServers(keep, home);
        this.host = builder.configured(search).open();
        opened.accept(host);
        this.typed = new TypedServers(passing, home, keep.folder(), places.builtIn());
        this.known = new KnownServers(host, search, passing, order);
        this.own = new OwnFile(host, search, ConfigEdit.of(places.environment()), order);
        this.editing = new ServerEditing(host, known, passing, own, order);
        editing.whenGone(notes::renew);
        var view = new ServerView(host, notes, passing, this::where, search.userFile());
        this.problems = new ConfigProblems(host, broadcast);
        this.watch = new ServerWatch(host, view, notes, problems, broadcast, traffic);
        this.consents = new StartConsents(host, known, watch::look);
    }

    private void look() {
        watch.look();
    }

    /** Connects those that were connected here before. */
    public void connectKept() {
        var configured = host.servers().stream().map(ServerStatus::name).toList();
        for (var kept : passing.all()) {
            if (!configured.contains(kept.name())) {
                var server = typed.today(kept);
                if (!server.equals(kept)) {
                    passing.put(server);
                }
                connect(server);
            }
        }
    }

    private void connect(ServerConfig server) {
        order.then(server.name(), "connecting to", ServerOrder.Fate.THERE, () -> host.add(server));
    }

    /** Returns the host. */
    public Host host() {
        return host;
    }

    /** Returns what somebody says to the start of servers. */
    public StartConsents consents() {
        return consents;
    }

    /** Returns what is wrong with the files that configure servers. */
    public ConfigProblems problems() {
        return problems;
    }

    /** Returns what changes servers. */
    public ServerEditing editing() {
        return editing;
    }

    /** Returns every server as the page shows it. */
    public ArrayNode all() {
        var list = Json.array();
        watch.known().values().stream()
                .sorted(Comparator.comparing(json -> json.path("name").asString("")))
                .forEach(list::add);
        return list;
    }

    /** Returns the configured name of a server that the page names. */
    public String name(String id) {
        return known.name(id);
    }

    /** Returns what a text would connect. */
    public ObjectNode understand(String text) {
        return typed.understand(text, server -> namesake(server).map(ServerIds::of));
    }

    /** Connects what a text means, all of it or nothing, and returns the ids. */
    public List<String> add(String text, Optional<String> name, boolean keep) {
        var servers = typed.servers(text, name.orElse(null));
        boolean several = servers.size() > 1;
        boolean again = !several && name.isEmpty() && !typed.pastes(text);
        var ids = order.accept(() -> again && reconnected(servers.getFirst(), keep)
                ? List.of(ServerIds.of(servers.getFirst().name()))
                : add(servers, name.isPresent() || several, keep));
        if (!several && typed.mayBeListed(text)) {
            passing.typed(text, servers.getFirst().name());
        }
        return ids;
    }

    /** Connects a server of another product's file. */
    public List<String> take(ServerConfig server) {
        return order.accept(() -> {
            if (server.origin().scope() == Origin.Scope.PROJECT) {
                // As it stands in its file, so that somebody is asked before it starts; not kept, as the file may
                // change.
                var free = known.free(server.name(), true);
                known.take(server);
                host.audit()
                        .record(AuditRecord.configuration(
                                server.name(),
                                "taken over from %s at the console"
                                        .formatted(server.origin().file())));
                connect(server);
                return List.of(ServerIds.of(free));
            }
            var entry = OwnEntry.of(server, search.userFile(), home).json();
            return add(List.of(passing.read(server.name(), entry)), false, false);
        });
    }

    private List<String> add(List<ServerConfig> servers, boolean named, boolean keep) {
        var ready = new ArrayList<ServerConfig>();
        for (var server : servers) {
            try {
                ready.add(prepared(server, named));
            } catch (Refusal refusal) {
                throw servers.size() > 1 ? refusal.in("servers." + server.name()) : refusal;
            }
        }
        if (keep) {
            var entries = ready.stream()
                    .map(server -> new OwnFile.Entry(server.name(), passing.entry(server)))
                    .toList();
            own.put(entries, added -> {});
        } else {
            passing.put(ready);
            ready.forEach(server -> {
                host.audit().record(AuditRecord.configuration(server.name(), "added at the console"));
                connect(server);
            });
        }
        return ready.stream().map(server -> ServerIds.of(server.name())).toList();
    }

    /** Reconnects a server that is in the list just so, and is not up; false if there is none. */
    private boolean reconnected(ServerConfig server, boolean keep) {
        var again = namesake(server).filter(name -> !isUp(name)).filter(name -> !keep || known.isOwn(name));
        again.ifPresent(this::reconnectNamed);
        return again.isPresent();
    }

    /** Returns the name of a server if it is in the list just so: under the same name, and the same behind it. */
    private Optional<String> namesake(ServerConfig server) {
        return Optional.of(server.name()).filter(known.twins(server)::contains);
    }

    private boolean isUp(String name) {
        return host.server(name)
                .map(ServerStatus::state)
                .filter(state -> state.equals("ready") || state.equals("connecting"))
                .isPresent();
    }

    /** Returns a server under a name that is free; refuses one that is here already, or cannot be used. */
    private ServerConfig prepared(ServerConfig server, boolean named) {
        var twin =
                named ? Optional.<String>empty() : known.twins(server).stream().findFirst();
        if (twin.isPresent()) {
            boolean ready = host.servers().stream().anyMatch(one -> one.name().equals(twin.get()) && one.ready());
            var refusal = new Refusal(
                            409,
                            "already-connected",
                            "%s is already %s as '%s'."
                                    .formatted(typed.spoken(server), ready ? "connected" : "in the list", twin.get()))
                    .with("server", Json.object().stringNode(ServerIds.of(twin.get())));
            throw ready ? refusal : refusal.hint("Reconnect it there.");
        }
        try {
            return typed.named(server, known.free(server.name(), named));
        } catch (IllegalArgumentException | ConfigEditException unusable) {
            throw new Refusal(
                    400, "bad-entry", "'%s' cannot be used: %s.".formatted(server.name(), unusable.getMessage()));
        }
    }

    /** Starts a server afresh, or at last. */
    public void reconnect(String id) {
        order.accept(() -> reconnectNamed(known.name(id)));
    }

    private void reconnectNamed(String name) {
        var status = host.server(name);
        switch (status.map(ServerStatus::state).orElse("")) {
            case "disabled" ->
                throw new Refusal(409, "disabled", "'%s' is switched off in the configuration.".formatted(name))
                        .hint("Switch it on in its file: "
                                + status.orElseThrow().origin().file());
            case "needs-approval" ->
                throw new Refusal(
                        409, "needs-consent", "'%s' starts when you agreed to what it starts.".formatted(name));
            default -> order.then(name, "restarting", ServerOrder.Fate.THERE, () -> restart(host, name));
        }
    }

    /** Starts a server afresh if it is up, or at last; calls under way end. */
    static void restart(Host host, String name) throws InterruptedException {
        switch (host.server(name).map(ServerStatus::state).orElse("disabled")) {
            case "disabled" -> {}
            case "ready", "connecting", "stopping" -> {
                host.disconnect(name);
                host.restart(name);
            }
            default -> host.start(name);
        }
    }

    /** Ends the connection to a server at once, if it has one. */
    static void cut(Host host, String name) {
        boolean running = host.server(name)
                .filter(status -> !status.state().equals("disabled"))
                .isPresent();
        if (running) {
            host.disconnect(name);
        }
    }

    /** Starts all servers afresh that can be. */
    public void reconnectAll() {
        host.servers().stream()
                .filter(status ->
                        !status.state().equals("disabled") && !status.state().equals("needs-approval"))
                .forEach(status -> reconnect(ServerIds.of(status.name())));
    }

    /** Ends the connection to a server, and the calls under way; it stays in the list. */
    public void disconnect(String id) {
        order.accept(() -> {
            var name = known.name(id);
            order.then(name, "disconnecting", ServerOrder.Fate.THERE, () -> cut(host, name));
        });
    }

    /** Notes something about a server, by its name; it may be noted often. */
    public void note(String server, String text) {
        notes.line(server, System.currentTimeMillis(), "event", text);
        watch.lookSoon();
    }

    /** Has somebody told, by its id, of every server that is not there any more, whoever took it away. */
    public void whenGone(Consumer<String> told) {
        watch.whenGone(told);
    }

    /** Returns what was noticed about a server. */
    public ObjectNode log(String id) {
        return notes.toJson(known.name(id));
    }

    /** Returns what was typed lately. */
    public void recent(ObjectNode json) {
        passing.recent(json);
    }

    /** Returns how often each server had to be started again, by id. */
    public Map<String, Integer> restarts() {
        var restarts = new HashMap<String, Integer>();
        watch.known()
                .forEach((id, json) -> restarts.put(id, json.path("restarts").asInt(0)));
        return restarts;
    }

    /** Returns where servers are configured. */
    public ConfigSearch search() {
        return search;
    }

    /** Returns how a server is configured. */
    public Optional<ServerConfig> find(String name) {
        return known.find(name);
    }

    private Optional<String> where(String name) {
        return find(name)
                .filter(server -> !(server.endpoint() instanceof Endpoint.Own))
                .map(typed::where);
    }

    /** Returns a server that no file has, as it is started today. */
    public Optional<ServerConfig> here(String name) {
        return passing.find(name).map(typed::today);
    }

    @Override
    public void close() {
        order.close();
        watch.close();
    }
}
