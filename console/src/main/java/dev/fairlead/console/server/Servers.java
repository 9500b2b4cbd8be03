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
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ServerEntries;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.rpc.Json;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The servers of the page: those that are configured, and those that were connected here. */
public final class Servers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Servers.class.getName());

    private final Host host;
    private final ConfigSearch search;
    private final Path home;
    private final ConfigEdit edit;
    private final PassingServers passing;
    private final Map<String, ServerConfig> taken = new ConcurrentHashMap<>(); // from other products' project files
    private final ServerNotes notes = new ServerNotes();
    private final ServerView view;
    private final ServerWatch watch;
    private final TypedServers typed;

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
        this.edit = ConfigEdit.of(places.environment());
        this.passing = new PassingServers(keep, home);
        this.host = builder.configured(search).open();
        opened.accept(host);
        this.typed = new TypedServers(passing, home, keep.folder(), places.builtIn());
        this.view = new ServerView(host, notes, passing, this::where, search.userFile());
        this.watch = new ServerWatch(host, view, notes, broadcast, traffic);
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
                background("connecting to '%s'".formatted(server.name()), () -> host.add(server));
            }
        }
    }

    /** Returns the host. */
    public Host host() {
        return host;
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
        return host.servers().stream()
                .map(ServerStatus::name)
                .filter(name -> ServerIds.of(name).equals(id))
                .findFirst()
                .orElseThrow(() -> {
                    var known = host.servers().stream()
                            .map(status -> ServerIds.of(status.name()))
                            .toList();
                    var near = Near.of(id, known);
                    return Refusal.missing(
                                    "no-such-server",
                                    "There is no server '%s'.%s"
                                            .formatted(
                                                    Near.shown(id),
                                                    near.isEmpty() ? "" : " Near: " + String.join(", ", near) + "."))
                            .in("server");
                });
    }

    /** Returns what a text would connect. */
    public ObjectNode understand(String text) {
        return typed.understand(text);
    }

    /** Connects what a text means, all of it or nothing, and returns the ids. */
    public List<String> add(String text, Optional<String> name, boolean keep) {
        var servers = typed.servers(text, name.orElse(null));
        boolean several = servers.size() > 1;
        var ids = add(servers, name.isPresent() || several, keep);
        if (!several && typed.mayBeListed(text)) {
            passing.typed(text, servers.getFirst().name());
        }
        return ids;
    }

    /** Connects a server of another product's file. */
    public List<String> take(ServerConfig server) {
        if (server.origin().scope() == Origin.Scope.PROJECT) {
            // As it stands in its file, so that somebody is asked before it starts; not kept, as the file may change.
            var free = free(server.name(), true);
            taken.put(free, server);
            background("connecting to '%s'".formatted(free), () -> host.add(server));
            return List.of(ServerIds.of(free));
        }
        var entry = OwnEntry.of(server, search.userFile(), home).json();
        return add(List.of(passing.read(server.name(), entry)), false, false);
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
            own(text -> {
                var changed = text;
                for (var server : ready) {
                    changed = entries(changed).with(server.name(), passing.entry(server));
                }
                return changed;
            });
        } else {
            passing.put(ready);
            ready.forEach(server -> background("connecting to '%s'".formatted(server.name()), () -> host.add(server)));
        }
        return ready.stream().map(server -> ServerIds.of(server.name())).toList();
    }

    /** Returns a server under a name that is free; refuses one that is here already, or cannot be used. */
    private ServerConfig prepared(ServerConfig server, boolean named) {
        var twin = host.servers().stream()
                .filter(known -> find(known.name())
                        .filter(other -> other.endpoint().equals(server.endpoint()))
                        .isPresent())
                .findFirst();
        if (twin.isPresent() && !named) {
            var name = twin.get().name();
            throw new Refusal(
                            409,
                            "already-connected",
                            "%s is already %s as '%s'."
                                    .formatted(
                                            typed.spoken(server),
                                            twin.get().ready() ? "connected" : "in the list",
                                            name))
                    .with("server", Json.object().stringNode(ServerIds.of(name)));
        }
        try {
            return typed.named(server, free(server.name(), named));
        } catch (IllegalArgumentException | ConfigEditException unusable) {
            throw new Refusal(
                    400, "bad-entry", "'%s' cannot be used: %s.".formatted(server.name(), unusable.getMessage()));
        }
    }

    private String free(String wish, boolean named) {
        var taken = host.servers().stream().map(ServerStatus::name).toList();
        if (!taken.contains(wish)) {
            return wish;
        }
        if (named) {
            throw new Refusal(409, "name-taken", "There is a server '%s' already; choose another name.".formatted(wish))
                    .in("name");
        }
        for (int i = 2; ; i++) {
            var name = wish + "-" + i;
            if (!taken.contains(name)) {
                return name;
            }
        }
    }

    /** Starts a server afresh, or at last. */
    public void reconnect(String id) {
        var name = name(id);
        var status = host.server(name).orElseThrow();
        switch (status.state()) {
            case "disabled" ->
                throw new Refusal(409, "disabled", "'%s' is switched off in the configuration.".formatted(name))
                        .hint("Switch it on in its file: " + status.origin().file());
            case "needs-approval" ->
                throw new Refusal(
                        409, "needs-consent", "'%s' starts when you agreed to what it starts.".formatted(name));
            case "ready", "connecting" -> background("restarting '%s'".formatted(name), () -> host.restart(name));
            default -> host.start(name);
        }
    }

    /** Starts all servers afresh that can be. */
    public void reconnectAll() {
        host.servers().stream()
                .filter(status ->
                        !status.state().equals("disabled") && !status.state().equals("needs-approval"))
                .forEach(status -> reconnect(ServerIds.of(status.name())));
    }

    /** Ends the connection to a server; it stays in the list. */
    public void disconnect(String id) {
        var name = name(id);
        if (!host.server(name).orElseThrow().state().equals("disabled")) {
            host.stop(name);
        }
    }

    /**
     * Lets what a project's file names be started.
     *
     * @param seen the hash of what somebody looked at
     */
    public void agree(String id, String seen) {
        var name = asking(id);
        if (!host.proposal(name).hash().equals(seen)) {
            throw changed(name);
        }
        // Whoever said no before, and now looked at it again, means this.
        boolean agreed = host.approveStart(name, seen, Scope.ALWAYS)
                || (host.withdrawStart(name) && host.approveStart(name, seen, Scope.ALWAYS));
        if (!agreed) {
            throw changed(name);
        }
    }

    /** Keeps what a project's file names from being started. */
    public void deny(String id) {
        boolean ignored = host.denyStart(asking(id), Scope.SESSION);
    }

    private String asking(String id) {
        var name = name(id);
        if (!host.server(name).orElseThrow().state().equals("needs-approval")) {
            throw new Refusal(409, "no-consent-needed", "Nobody has to agree to '%s'.".formatted(name));
        }
        return name;
    }

    private Refusal changed(String name) {
        watch.look(); // so that the page is told what it is now
        return new Refusal(
                409,
                "changed",
                "What '%s' would start has changed since it was shown; look at it again.".formatted(name));
    }

    /** Lets a server go. */
    public void remove(String id) {
        var name = name(id);
        if (passing.remove(name)) {
            background("removing '%s'".formatted(name), () -> {
                boolean ignored = host.remove(name);
            });
        } else if (isOwn(name)) {
            own(text -> entries(text).without(name));
        } else {
            throw new Refusal(
                            409,
                            "not-ours",
                            "'%s' is in %s, which is not changed from here."
                                    .formatted(
                                            name,
                                            host.server(name)
                                                    .orElseThrow()
                                                    .origin()
                                                    .file()))
                    .hint("Disconnect it, or remove it from that file.");
        }
    }

    /** Returns the entry of a server without its secrets. */
    public ObjectNode entry(String id) {
        var server = editable(name(id));
        var entry = passing.entry(server);
        var secrets = SecretFields.of(server, entry);
        var json = Json.object();
        json.set("entry", SecretFields.hide(entry, secrets));
        secrets.forEach(json.putArray("secrets")::add);
        return json;
    }

    /** Replaces the entry of a server, and connects anew. */
    public void edit(String id, ObjectNode entry) {
        var name = name(id);
        var before = editable(name);
        var old = passing.entry(before);
        var whole = SecretFields.restore(entry, old, SecretFields.of(before, old));
        ServerConfig server;
        try {
            server = passing.read(name, whole);
        } catch (IllegalArgumentException | ConfigEditException unusable) {
            throw new Refusal(400, "bad-entry", "This entry cannot be used: %s.".formatted(unusable.getMessage()))
                    .in("entry");
        }
        if (passing.find(name).isPresent()) {
            passing.put(server);
            background("connecting to '%s'".formatted(name), () -> host.add(server));
        } else {
            own(text -> entries(text).with(name, whole));
        }
    }

    /** Returns what was noticed about a server. */
    public ObjectNode log(String id) {
        return notes.toJson(name(id));
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

    private ServerConfig editable(String name) {
        if (passing.find(name).isEmpty() && !isOwn(name)) {
            throw new Refusal(409, "not-ours", "'%s' is in a file that is not changed from here.".formatted(name));
        }
        return find(name).orElseThrow(() -> Refusal.missing("no-such-server", "'%s' is gone.".formatted(name)));
    }

    private boolean isOwn(String name) {
        return host.server(name)
                .map(status -> search.userFile().equals(status.origin().file()))
                .orElse(false);
    }

    /** Returns how a server is configured. */
    public Optional<ServerConfig> find(String name) {
        return passing.find(name)
                .or(() -> host.configuration().server(name))
                .or(() -> Optional.ofNullable(taken.get(name)));
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

    private ServerEntries entries(JsonText text) {
        return ServerEntries.in(text, search.userFile(), search.workspace());
    }

    private void own(UnaryOperator<JsonText> change) {
        try {
            var ignored = edit.change(search.userFile(), ConfigEdit.Audience.OWNER, change);
        } catch (ConfigEditException failure) {
            LOG.log(Level.WARNING, "The user's own configuration could not be changed", failure);
            throw new Refusal(409, "not-written", String.valueOf(failure.getMessage()));
        }
    }

    /** Does what may have to wait for calls under way; how it went, the state of the server tells. */
    private static void background(String what, Work work) {
        Thread.ofVirtual().name("fairlead-console-server").start(() -> {
            try {
                work.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException failure) {
                LOG.log(Level.ERROR, "The console failed at " + what, failure);
            }
        });
    }

    /** Something that may take a while. */
    private interface Work {
        void run() throws InterruptedException;
    }

    @Override
    public void close() {
        watch.close();
    }
}
