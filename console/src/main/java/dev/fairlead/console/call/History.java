package dev.fairlead.console.call;

import dev.fairlead.console.keep.Saver;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The last calls, also those of earlier runs of the console, of which less is known. Thread-safe. */
public final class History {
    private static final String NAME = "history";
    private static final int MOST = 500;
    private static final long MOST_CHARS = 16L << 20;

    private final Saver saver;
    private final ResultShelf shelf = new ResultShelf();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Call> calls = new LinkedHashMap<>(); // guarded by lock, as the next
    private final Map<String, ObjectNode> earlier = new LinkedHashMap<>();

    History(Saver saver, Optional<JsonNode> kept) {
        this.saver = saver;
        kept.ifPresent(json -> json.path("calls").forEach(one -> {
            if (one instanceof ObjectNode call && call.path("id").isString()) {
                earlier.put(call.path("id").stringValue(), interrupted(call));
            }
        }));
    }

    /** Returns the name under which it is kept. */
    public static String name() {
        return NAME;
    }

    /** Returns a kept call as it stands now: what went on when the console ended has no end that anybody saw. */
    public static ObjectNode interrupted(ObjectNode call) {
        switch (call.path("state").asString("")) {
            case "pending", "approval", "running" -> {
                boolean asked = call.path("state").asString("").equals("approval");
                call.put("state", "failed");
                call.putObject("error")
                        .put("code", "interrupted")
                        .put("message", "The console ended before this call did.")
                        .put(
                                "hint",
                                asked
                                        ? "Nobody had allowed it yet, so it was not made."
                                        : "Nobody can know whether the server carried it out.");
            }
            default -> {}
        }
        return call;
    }

    ResultShelf shelf() {
        return shelf;
    }

    void add(Call call) {
        lock.lock();
        try {
            calls.put(call.id(), call);
            trim();
        } finally {
            lock.unlock();
        }
        save();
    }

    /** Forgets the oldest that are over until the rest fits; the lock is held. */
    private void trim() {
        while (calls.size() + earlier.size() > MOST && !earlier.isEmpty()) {
            earlier.remove(earlier.keySet().iterator().next());
        }
        long chars = calls.values().stream().mapToLong(Call::weight).sum()
                + earlier.values().stream().mapToLong(History::weight).sum();
        while (chars > MOST_CHARS && !earlier.isEmpty()) {
            chars -= weight(earlier.remove(earlier.keySet().iterator().next()));
        }
        for (var each = calls.values().iterator(); each.hasNext() && (calls.size() > MOST || chars > MOST_CHARS); ) {
            var oldest = each.next();
            if (oldest.over() && calls.size() > 1) {
                chars -= oldest.weight();
                each.remove();
            }
        }
    }

    private static long weight(@Nullable JsonNode call) {
        return call == null
                ? 0
                : Json.write(call.path("arguments")).length()
                        + Json.write(call.path("result")).length();
    }

    /** Notes that a call is over. */
    void ended() {
        lock.lock();
        try {
            trim();
        } finally {
            lock.unlock();
        }
        save();
    }

    void save() {
        saver.later(NAME, () -> {
            var json = Json.object();
            var list = json.putArray("calls");
            lock.lock();
            try {
                earlier.values().forEach(list::add);
                calls.values().forEach(call -> list.add(call.toSmallJson()));
            } finally {
                lock.unlock();
            }
            return json;
        });
    }

    /** Returns a call of this run. */
    public Optional<Call> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(calls.get(id));
        } finally {
            lock.unlock();
        }
    }

    boolean knows(String id) {
        lock.lock();
        try {
            return calls.containsKey(id) || earlier.containsKey(id);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the calls of this run, newest last. */
    public List<Call> recent() {
        lock.lock();
        try {
            return List.copyOf(calls.values());
        } finally {
            lock.unlock();
        }
    }

    /** Returns a call as it is shown, of whichever run. */
    public ObjectNode json(String id) {
        lock.lock();
        try {
            var call = calls.get(id);
            return Optional.ofNullable(call == null ? earlier.get(id) : call.toJson())
                    .orElseThrow(() -> Refusal.missing("no-such-call", "There is no such call."));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the whole result of a call; refuses if it is not kept any more. */
    public CallToolResult result(String id) {
        var result = shelf.find(id);
        if (result.isEmpty()) {
            var state = json(id).path("state").asString("");
            throw new Refusal(
                            410,
                            "result-gone",
                            "The whole result of this call (%s) is not kept any more, or there was none."
                                    .formatted(state))
                    .hint("Run it again.");
        }
        return result.get();
    }

    /** Returns calls, newest last, each with little of its result. */
    public ArrayNode list(Optional<String> server, Optional<String> tool, int limit) {
        var all = new ArrayList<ObjectNode>();
        lock.lock();
        try {
            all.addAll(earlier.values());
            calls.values().stream()
                    .filter(call -> server.isEmpty() || call.wish().serverId().equals(server.get()))
                    .map(Call::toSmallJson)
                    .forEach(all::add);
        } finally {
            lock.unlock();
        }
        var wanted = all.stream()
                .filter(call ->
                        server.isEmpty() || call.path("server").asString("").equals(server.get()))
                .filter(call -> tool.isEmpty() || call.path("tool").asString("").equals(tool.get()))
                .toList();
        var list = Json.array();
        wanted.subList(Math.max(0, wanted.size() - limit), wanted.size()).forEach(list::add);
        return list;
    }
}
