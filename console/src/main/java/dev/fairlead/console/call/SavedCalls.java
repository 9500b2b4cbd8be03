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
    private final List<ObjectNode> saved = new ArrayList<>(); // guarded by lock

    /** Reads those that are kept. */
    public SavedCalls(Keep keep, Broadcast broadcast) {
        this.keep = keep;
        this.broadcast = broadcast;
        keep.read(NAME)
                .ifPresent(json -> json.path("saved").forEach(one -> {
                    if (one instanceof ObjectNode call) {
                        saved.add(call);
                    }
                }));
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
                throw new Refusal(409, "too-many", "There are %d saved calls already; remove some.".formatted(MOST));
            }
            saved.add(json);
            save();
        } finally {
            lock.unlock();
        }
        return json.path("id").asString("");
    }

    /** Removes a saved call. */
    public void remove(String id) {
        lock.lock();
        try {
            if (!saved.removeIf(one -> one.path("id").asString("").equals(id))) {
                throw Refusal.missing("no-such-saved-call", "There is no such saved call.");
            }
            save();
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

    private void save() {
        var json = Json.object();
        var list = json.putArray("saved");
        saved.forEach(list::add);
        keep.write(NAME, json);
        broadcast.tell(NAME, json);
    }
}
