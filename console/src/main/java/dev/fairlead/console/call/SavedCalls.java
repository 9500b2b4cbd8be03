package dev.fairlead.console.call;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls that somebody saved under a name, to make them again. Thread-safe. */
public final class SavedCalls {
    private static final String NAME = "saved";
    private static final int MOST = 500;

    private final Keep keep;
    private final Broadcast broadcast;
    private final ReentrantLock lock = new ReentrantLock();
    private List<ObjectNode> saved; // never changed, only replaced; guarded by lock

    /** Reads those that are kept. */
    public SavedCalls(Keep keep, Broadcast broadcast) {
        this.keep = keep;
        this.broadcast = broadcast;
        this.saved = keep.read(NAME).stream()
                .flatMap(json -> json.path("saved").valueStream())
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .toList();
    }

    /** Saves a call, and returns its id. */
    public String add(String name, String server, String tool, ObjectNode arguments) {
        var json = Json.object()
                .put("id", "v-" + UUID.randomUUID())
                .put("name", name)
                .put("server", server)
                .put("tool", tool);
        json.set("arguments", arguments);
        json.put("at", System.currentTimeMillis());
        lock.lock();
        try {
            if (saved.size() >= MOST) {
                throw new Refusal(409, "too-many", "There are %s saved calls already; remove some.".formatted(MOST));
            }
            var more = new ArrayList<>(saved);
            more.add(json);
            save(more);
        } finally {
            lock.unlock();
        }
        return json.path("id").asString("");
    }

    /** Removes a saved call. */
    public void remove(String id) {
        lock.lock();
        try {
            var fewer = saved.stream()
                    .filter(one -> !one.path("id").asString("").equals(id))
                    .toList();
            if (fewer.size() == saved.size()) {
                throw Refusal.missing("no-such-saved-call", "There is no such saved call.");
            }
            save(fewer);
        } finally {
            lock.unlock();
        }
    }

    /** Returns all of them. */
    public ArrayNode all() {
        var list = Json.array();
        lock.lock();
        try {
            saved.forEach(list::add);
        } finally {
            lock.unlock();
        }
        return list;
    }

    /** Keeps them first: what cannot be kept is not in effect either. The lock is held. */
    private void save(List<ObjectNode> now) {
        var json = Json.object();
        var list = json.putArray("saved");
        now.forEach(list::add);
        keep.write(NAME, json);
        saved = now;
        broadcast.tell(NAME, json);
    }
}
