package dev.fairlead.console.server;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.host.config.OwnEntry;
import dev.fairlead.host.config.PastedServers;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Json;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers that were connected in the console and stand in no other file, and what was typed for them lately. They are
 * kept for the next start. Thread-safe.
 */
final class PassingServers {
    private static final System.Logger LOG = System.getLogger(PassingServers.class.getName());
    private static final String NAME = "servers";
    private static final int MOST_RECENT = 30;

    private final Keep keep;
    private final Path home;
    private final Path file;
    private final PastedServers reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ServerConfig> servers = new LinkedHashMap<>(); // guarded by lock, as the next
    private final List<Recent> recent = new ArrayList<>();
    private final Map<String, JsonNode> unreadable = new LinkedHashMap<>();

    private record Recent(String text, long at, String name) {}

    PassingServers(Keep keep, Path home) {
        this.keep = keep;
        this.home = home;
        this.file = keep.folder().resolve(NAME + ".json");
        this.reader = new PastedServers(home, file);
        keep.read(NAME).ifPresent(this::load);
    }

    private void load(JsonNode json) {
        for (var entry : json.path("servers").properties()) {
            try {
                servers.put(entry.getKey(), read(entry.getKey(), entry.getValue()));
            } catch (RuntimeException unusable) {
                unreadable.put(entry.getKey(), entry.getValue()); // Another version may know what to do with it.
                LOG.log(
                        Level.WARNING,
                        "Server '%s', which the console kept, cannot be used any more".formatted(entry.getKey()),
                        unusable);
            }
        }
        json.path("recent")
                .forEach(one -> recent.add(new Recent(
                        one.path("text").asString(""),
                        one.path("at").asLong(0),
                        one.path("name").asString(""))));
    }

    /**
     * Makes a server of an entry as our own files have them.
     *
     * @throws IllegalArgumentException if it is none, in words for a person
     */
    ServerConfig read(String name, JsonNode entry) {
        var whole = Json.object();
        whole.putObject("mcpServers").set(name, entry);
        var read = reader.read(Json.write(whole), name);
        return read.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(read.problems().stream()
                        .map(problem -> (problem.field().isEmpty() ? "" : problem.field() + ": ") + problem.message())
                        .findFirst()
                        .orElse("it says neither what to start nor where to reach it")));
    }

    /** Returns a server as an entry of our own files. */
    ObjectNode entry(ServerConfig server) {
        return OwnEntry.of(server, file, home).json();
    }

    List<ServerConfig> all() {
        lock.lock();
        try {
            return List.copyOf(servers.values());
        } finally {
            lock.unlock();
        }
    }

    Optional<ServerConfig> find(String name) {
        lock.lock();
        try {
            return Optional.ofNullable(servers.get(name));
        } finally {
            lock.unlock();
        }
    }

    void put(ServerConfig server) {
        put(List.of(server));
    }

    /** Keeps several, all of them or none. */
    void put(List<ServerConfig> several) {
        lock.lock();
        try {
            var changed = new LinkedHashMap<>(servers);
            several.forEach(server -> changed.put(server.name(), server));
            save(changed);
        } finally {
            lock.unlock();
        }
    }

    boolean remove(String name) {
        lock.lock();
        try {
            var changed = new LinkedHashMap<>(servers);
            boolean there = changed.remove(name) != null;
            if (there) {
                save(changed);
            }
            return there;
        } finally {
            lock.unlock();
        }
    }

    /** Notes what was typed, in which nothing may be secret. */
    void typed(String text, String name) {
        lock.lock();
        try {
            recent.removeIf(one -> one.text.equals(text));
            recent.addFirst(new Recent(text, System.currentTimeMillis(), name));
            while (recent.size() > MOST_RECENT) {
                recent.removeLast();
            }
            save(new LinkedHashMap<>(servers));
        } finally {
            lock.unlock();
        }
    }

    void recent(ObjectNode json) {
        lock.lock();
        try {
            recent(json, recent);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps servers, and only then counts them as those that there are; the lock is held. */
    private void save(Map<String, ServerConfig> changed) {
        var json = Json.object();
        var entries = json.putObject("servers");
        unreadable.forEach(entries::set);
        changed.values().forEach(server -> entries.set(server.name(), entry(server)));
        recent(json, recent);
        keep.write(NAME, json);
        servers.clear();
        servers.putAll(changed);
    }

    private static void recent(ObjectNode json, List<Recent> recent) {
        var list = json.putArray("recent");
        recent.forEach(
                one -> list.addObject().put("text", one.text).put("at", one.at).put("name", one.name));
    }
}
