package dev.fairlead.console.call;

import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One call of a tool, from the wish to whatever became of it. Thread-safe. */
public final class Call {
    private final ReentrantLock lock = new ReentrantLock();
    private final String id;
    private final Wish wish;
    private final long startedAt = System.currentTimeMillis();
    private final long startedNanos = System.nanoTime();

    // Guarded by lock.
    private ObjectNode arguments;
    private String state = "pending";
    private double tookMs = -1;
    private double wireMs = -1;
    private double queueMs = -1;
    private long waitedNanos; // for somebody's approval
    private long bytes = -1;
    private @Nullable Progress progress;
    private long progressNanos;
    private @Nullable ObjectNode result;
    private @Nullable ObjectNode small; // the result, cut shorter, for the history
    private @Nullable ObjectNode error;
    private boolean checked;
    private List<String> violations = List.of();
    private final Set<String> rows = new LinkedHashSet<>();
    private final List<String> questions = new ArrayList<>();

    /**
     * What is to be called, and for whom.
     *
     * @param server by its configured name
     * @param serverId as the page names it
     * @param tool as its server calls it
     * @param by {@code you}, {@code model} or {@code app}
     * @param timeoutMillis how long it may take; 0 for what is usual
     */
    public record Wish(
            String server,
            String serverId,
            String tool,
            ObjectNode arguments,
            String by,
            @Nullable String chat,
            @Nullable String appUri,
            long timeoutMillis,
            @Nullable String rerunOf) {}

    Call(String id, Wish wish, @Nullable String appUri) {
        this.id = id;
        this.wish = appUri == null || wish.appUri() != null
                ? wish
                : new Wish(
                        wish.server(),
                        wish.serverId(),
                        wish.tool(),
                        wish.arguments(),
                        wish.by(),
                        wish.chat(),
                        appUri,
                        wish.timeoutMillis(),
                        wish.rerunOf());
        this.arguments = wish.arguments();
    }

    /** Returns its id. */
    public String id() {
        return id;
    }

    /** Returns what was wished for. */
    public Wish wish() {
        return wish;
    }

    long startedNanos() {
        return startedNanos;
    }

    /** Returns the state. */
    public String state() {
        return locked(() -> state);
    }

    /** Tells whether nothing more becomes of it. */
    public boolean over() {
        return switch (state()) {
            case "pending", "approval", "running" -> false;
            default -> true;
        };
    }

    /** Returns what it is called with. */
    public ObjectNode arguments() {
        return locked(() -> arguments);
    }

    void state(String now) {
        locked(() -> state = now);
    }

    void edited(ObjectNode now) {
        locked(() -> arguments = now);
    }

    /** Notes how long somebody took to decide. */
    public void waited(long nanos) {
        locked(() -> waitedNanos += nanos);
    }

    /** Notes how far it is; tells whether the page should hear of it. */
    boolean progress(Progress now, long everyNanos) {
        return locked(() -> {
            progress = now;
            boolean due = System.nanoTime() - progressNanos >= everyNanos;
            progressNanos = due ? System.nanoTime() : progressNanos;
            return due;
        });
    }

    void sent(String row, boolean tool, long atNanos) {
        locked(() -> {
            rows.add(row);
            if (tool && queueMs < 0) {
                queueMs = Math.max(0, (atNanos - startedNanos - waitedNanos) / 1e6);
            }
            return true;
        });
    }

    void wire(double millis) {
        locked(() -> wireMs = Math.max(0, wireMs) + millis);
    }

    void asked(String question) {
        locked(() -> questions.add(question));
    }

    /** What a call ends with. */
    record Ending(
            String state,
            double tookMs,
            @Nullable ObjectNode result,
            @Nullable ObjectNode small,
            long bytes,
            @Nullable ObjectNode error,
            boolean checked,
            List<String> violations) {}

    void end(Ending ending) {
        locked(() -> {
            state = ending.state;
            tookMs = ending.tookMs;
            result = ending.result;
            small = ending.small;
            bytes = ending.bytes;
            error = ending.error;
            checked = ending.checked;
            violations = ending.violations;
            return true;
        });
    }

    /** Returns how long it took, in milliseconds; negative while it goes on. */
    public double tookMs() {
        return locked(() -> tookMs);
    }

    /** Returns all of it, with as much of the result as a page should be sent at once. */
    public ObjectNode toJson() {
        return locked(() -> json(result));
    }

    /** Returns all of it, with little of the result. */
    public ObjectNode toSmallJson() {
        return locked(() -> json(small));
    }

    private ObjectNode json(@Nullable ObjectNode shown) {
        var json = Json.object().put("id", id).put("server", wish.serverId()).put("tool", wish.tool());
        json.set("arguments", arguments);
        json.put("state", state).put("startedAt", startedAt);
        number(json, "tookMs", tookMs);
        number(json, "wireMs", wireMs);
        number(json, "queueMs", queueMs);
        if (bytes >= 0) {
            json.put("bytes", bytes);
        } else {
            json.putNull("bytes");
        }
        if (progress == null) {
            json.putNull("progress");
        } else {
            progress(json.putObject("progress"), progress);
        }
        json.set("result", shown);
        json.set("error", error);
        json.put("by", wish.by()).put("chat", wish.chat());
        texts(json.putArray("traffic"), rows::forEach);
        texts(json.putArray("questions"), questions::forEach);
        var schema = json.putObject("schema").put("checked", checked);
        texts(schema.putArray("violations"), violations::forEach);
        if (wish.appUri() == null) {
            json.putNull("app");
        } else {
            json.putObject("app").put("uri", wish.appUri());
        }
        return json.put("rerunOf", wish.rerunOf());
    }

    static void progress(ObjectNode json, Progress progress) {
        json.put("progress", progress.progress()).put("total", progress.total()).put("message", progress.message());
    }

    private static void number(ObjectNode json, String name, double value) {
        if (value >= 0) {
            json.put(name, Math.round(value * 1000) / 1000.0);
        } else {
            json.putNull(name);
        }
    }

    private static void texts(ArrayNode list, Consumer<Consumer<String>> each) {
        each.accept(list::add);
    }

    private <T> T locked(java.util.function.Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
