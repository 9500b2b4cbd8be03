package dev.fairlead.console.server;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.Paced;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.traffic.TrafficLog;
import dev.fairlead.host.Host;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells the page whenever a server stands otherwise or offers something else than before: by looking, soon after every
 * event of the host and twice in a second, so that nothing can be missed for long.
 */
final class ServerWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServerWatch.class.getName());
    private static final long LOOK_MILLIS = 500;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250); // however much a server writes
    private static final Duration BETWEEN_LOGS = Duration.ofMillis(250);

    private final Host host;
    private final ServerView view;
    private final ServerNotes notes;
    private final ConfigProblems problems;
    private final Broadcast broadcast;
    private final TrafficLog traffic;
    private final Paced paced = new Paced(BETWEEN_LOGS);
    private final Semaphore wake = new Semaphore(0);
    private final EventLog.Listening listening;
    private final Thread thread;
    private final ReentrantLock looking = new ReentrantLock(); // one look after the other
    private volatile Map<String, ObjectNode> known = Map.of();
    private volatile Consumer<String> gone = id -> {};
    private final Set<String> unshown = new HashSet<>(); // guarded by looking; each is told of once
    private Catalog catalog = Catalog.EMPTY; // guarded by looking

    ServerWatch(
            Host host,
            ServerView view,
            ServerNotes notes,
            ConfigProblems problems,
            Broadcast broadcast,
            TrafficLog traffic) {
        this.host = host;
        this.view = view;
        this.notes = notes;
        this.problems = problems;
        this.broadcast = broadcast;
        this.traffic = traffic;
        this.listening = host.events().listen(this::heard);
        lookOrSay();
        this.thread = Thread.ofVirtual().name("fairlead-console-servers").start(this::work);
    }

    private void heard(HostEvent event) {
        var server = event.server();
        long at = event.at().toEpochMilli();
        switch (event) {
            case HostEvent.Stderr(var when, var name, var line) -> {
                notes.line(name, at, "stderr", line);
                traffic.output(name, at, line);
            }
            case HostEvent.Logged(var when, var name, var entry) -> {
                notes.line(name, at, "log", entry.level().name().toLowerCase(Locale.ROOT) + ": " + entry.text());
                // The last line is told a few times in a second; all of them are in the notes.
                paced.tell(
                        name,
                        () -> broadcast.tell(
                                "log",
                                Json.object()
                                        .put("server", ServerIds.of(name))
                                        .put("level", entry.level().name().toLowerCase(Locale.ROOT))
                                        .put("text", shortened(entry.text()))
                                        .put("at", at)));
            }
            case HostEvent.StateChanged changed -> {
                notes.state(server, changed.state());
                var state = ServerView.state(changed.state());
                notes.line(server, at, "event", changed.reason() == null ? state : state + ": " + changed.reason());
            }
            case HostEvent.Violated(var when, var name, var violation) ->
                notes.line(name, at, "event", "tolerated: " + violation);
            case HostEvent.Decided(var when, var name, var what, var decision) ->
                notes.line(name, at, "event", ServerNotes.decided(what, decision));
            case HostEvent.Reconfigured(var when, var name, var how) -> notes.line(name, at, "event", how);
            default -> {
                return;
            }
        }
        lookSoon();
    }

    /** Has somebody told, by its id, of every server that is gone. */
    void whenGone(Consumer<String> told) {
        gone = gone.andThen(told);
    }

    /** Looks before long; however often that is wanted, the page is told a few times in a second. */
    void lookSoon() {
        if (wake.availablePermits() == 0) {
            wake.release();
        }
    }

    private static String shortened(String text) {
        return text.length() > 8_000 ? text.substring(0, 8_000) + "…" : text;
    }

    private void work() {
        try {
            while (true) {
                boolean ignored = wake.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                lookOrSay();
                Deadline.after(BETWEEN_LOOKS).await();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookOrSay() {
        try {
            look();
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.log(Level.ERROR, "Looking at the servers failed", defect);
        }
    }

    /** Looks at all servers, and tells what is new. */
    void look() {
        looking.lock();
        try {
            var servers = host.servers();
            var offered = host.catalog(); // After them: what is connected is in it, with all of its tools.
            var before = known;
            var now = new HashMap<String, ObjectNode>();
            for (var status : servers) {
                shown(status, offered).ifPresent(json -> now.put(ServerIds.of(status.name()), json));
            }
            unshown.retainAll(servers.stream().map(ServerStatus::name).toList());
            known = Map.copyOf(now);
            now.forEach((id, json) -> {
                if (!json.equals(before.get(id))) {
                    broadcast.tell("server", json);
                }
            });
            before.keySet().stream().filter(id -> !now.containsKey(id)).forEach(id -> {
                broadcast.tell("server-gone", Json.object().put("id", id));
                gone.accept(id);
            });
            if (offered != catalog) {
                changes(catalog, offered);
                catalog = offered;
            }
            problems.look();
        } finally {
            looking.unlock();
        }
    }

    /** Shows one server; one that cannot be shown stands as it was told last, and keeps no other from being seen. */
    private Optional<ObjectNode> shown(ServerStatus status, Catalog offered) {
        try {
            var json = view.of(status, offered);
            unshown.remove(status.name());
            return Optional.of(json);
        } catch (RuntimeException | StackOverflowError defect) {
            if (unshown.add(status.name())) {
                LOG.log(Level.ERROR, "The server %s cannot be shown".formatted(ServerIds.of(status.name())), defect);
            }
            return Optional.ofNullable(known.get(ServerIds.of(status.name())));
        }
    }

    private void changes(Catalog before, Catalog after) {
        tell(
                "tools-changed",
                grouped(before.allTools(), tool -> tool.server()),
                grouped(after.allTools(), tool -> tool.server()));
        tell(
                "prompts-changed",
                grouped(before.prompts(), one -> one.server()),
                grouped(after.prompts(), one -> one.server()));
        var resources = grouped(before.resources(), one -> one.server());
        var resourcesNow = grouped(after.resources(), one -> one.server());
        tell("resources-changed", resources, resourcesNow);
        tell(
                "resources-changed",
                grouped(before.templates(), one -> one.server()),
                grouped(after.templates(), one -> one.server()));
    }

    private static <T> Map<String, List<T>> grouped(List<T> all, Function<T, String> server) {
        var map = new HashMap<String, List<T>>();
        all.forEach(one -> map.computeIfAbsent(server.apply(one), name -> new ArrayList<>())
                .add(one));
        return map;
    }

    private <T> void tell(String type, Map<String, List<T>> before, Map<String, List<T>> after) {
        var servers = new HashSet<>(before.keySet());
        servers.addAll(after.keySet());
        servers.stream()
                .filter(server -> !before.getOrDefault(server, List.of()).equals(after.getOrDefault(server, List.of())))
                .sorted()
                .forEach(server -> broadcast.tell(type, Json.object().put("server", ServerIds.of(server))));
    }

    /** Returns every server as the page was told last. */
    Map<String, ObjectNode> known() {
        return known;
    }

    @Override
    public void close() {
        listening.close();
        thread.interrupt();
    }
}
