package dev.fairlead.console.keep;

import dev.fairlead.console.event.Broadcast;
import dev.fairlead.protocol.rpc.Json;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What somebody set in the page. Thread-safe. */
public final class Settings {
    private static final String NAME = "settings";

    private final Keep keep;
    private final Broadcast broadcast;
    private final ReentrantLock lock = new ReentrantLock();
    private final ObjectNode json; // guarded by lock

    /** Reads what is kept, or begins with what is usual. */
    public Settings(Keep keep, Broadcast broadcast) {
        this.keep = keep;
        this.broadcast = broadcast;
        this.json = Json.object()
                .putNull("model")
                .put("theme", "auto")
                .put("callTimeoutMs", 0)
                .put("maxSteps", 10);
        keep.read(NAME)
                .ifPresent(kept -> kept.properties().forEach(member -> {
                    if (json.has(member.getKey())) {
                        json.set(member.getKey(), member.getValue());
                    }
                }));
    }

    /** Returns all of it. */
    public ObjectNode all() {
        lock.lock();
        try {
            return json.deepCopy();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the model that is asked where nobody chose for a conversation; null for the usual one. */
    public @Nullable String model() {
        var model = all().path("model");
        return model.isString() ? model.stringValue() : null;
    }

    /** Returns how many steps a model may take. */
    public int steps() {
        return all().path("maxSteps").asInt(10);
    }

    /** Returns how long calls may take; 0 for what is usual. */
    public long callTimeout() {
        return all().path("callTimeoutMs").asLong(0);
    }

    /** Changes something that was checked. */
    public void change(Consumer<ObjectNode> change) {
        ObjectNode now;
        lock.lock();
        try {
            now = json.deepCopy();
            change.accept(now);
            keep.write(NAME, now);
            json.setAll(now);
            broadcast.tell(NAME, now);
        } finally {
            lock.unlock();
        }
    }
}
