package dev.fairlead.console.chat;

import dev.fairlead.agent.CallRecord;
import dev.fairlead.agent.Transcript;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One conversation: what stands in it, and what the model knows of it. Thread-safe. */
final class Chat {
    private static final int LONGEST_TITLE = 80;
    private static final int LARGEST_ANSWER = 256 << 10;
    private static final int MOST_ITEMS = 5_000;

    private final String id;
    private final Broadcast broadcast;
    private final Calls calls;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final List<ChatItem> items = new ArrayList<>();
    private String title = "";
    private long at = System.currentTimeMillis();
    private @Nullable String model;
    private @Nullable List<String> servers; // null for all
    private Transcript transcript = Transcript.begin();
    private @Nullable ChatRun run;
    private boolean closing; // nothing may begin here any more
    private boolean gone; // and nobody may hear of it any more
    private int steps;
    private int maxSteps = 10;
    private long tokensIn;
    private long tokensOut;
    private long toolTokens;

    Chat(String id, Broadcast broadcast, Calls calls) {
        this.id = id;
        this.broadcast = broadcast;
        this.calls = calls;
    }

    /** Reads what was kept; says so where a run was cut off. */
    static Chat from(String id, JsonNode json, Broadcast broadcast, Calls calls) {
        var chat = new Chat(id, broadcast, calls);
        var head = json.path("head");
        chat.title = head.path("title").asString("");
        chat.at = head.path("at").asLong(0);
        chat.model = head.path("model").isString() ? head.path("model").stringValue() : null;
        if (head.path("servers").isArray()) {
            chat.servers = head.path("servers")
                    .valueStream()
                    .map(one -> one.asString(""))
                    .toList();
        }
        chat.steps = head.path("steps").asInt(0);
        chat.maxSteps = head.path("maxSteps").asInt(10);
        chat.tokensIn = head.path("tokens").path("in").asLong(0);
        chat.tokensOut = head.path("tokens").path("out").asLong(0);
        json.path("items").forEach(item -> chat.items.add(ChatItem.from(item)));
        chat.transcript =
                json.path("transcript").isObject() ? Transcript.of(json.path("transcript")) : Transcript.begin();
        if (head.path("running").asBoolean(false)) {
            chat.items.add(ChatItem.note(
                    "warning",
                    "The console ended while the model was at work. What it had said and done until then is above."));
        }
        return chat;
    }

    String id() {
        return id;
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    Transcript transcript() {
        return locked(() -> run == null ? transcript : run.transcript().orElse(transcript));
    }

    @Nullable
    String model() {
        return locked(() -> model);
    }

    /** Tells whether a server takes part, by the id that the page knows. */
    boolean has(String server) {
        return locked(() -> servers == null || servers.contains(server));
    }

    void describe(Optional<String> newTitle, Optional<String> newModel) {
        locked(() -> {
            newTitle.ifPresent(text -> title = text);
            newModel.ifPresent(name -> model = name.isEmpty() ? null : name);
            return told();
        });
    }

    /** Sets which servers take part; empty for all. */
    void invite(Optional<List<String>> chosen) {
        locked(() -> {
            servers = chosen.orElse(null);
            return told();
        });
    }

    void titled(String text) {
        locked(() -> {
            if (title.isEmpty()) {
                var line = text.strip().lines().findFirst().orElse("");
                title = line.length() > LONGEST_TITLE ? line.substring(0, LONGEST_TITLE) + "…" : line;
            }
            at = System.currentTimeMillis();
            return told();
        });
    }

    /** Begins a run, unless one goes on. */
    boolean begin(ChatRun fresh, int most, long tools) {
        return locked(() -> {
            if (run != null || closing) {
                return false;
            }
            run = fresh;
            steps = 0;
            maxSteps = most;
            toolTokens = tools;
            return told();
        });
    }

    /** Lets nothing begin here any more, and returns what goes on. */
    Optional<ChatRun> close() {
        return locked(() -> {
            closing = true;
            return Optional.ofNullable(run);
        });
    }

    /** Tells that it is gone, and nothing afterwards. */
    void leave() {
        locked(() -> {
            broadcast.tell("chat-gone", Json.object().put("id", id));
            gone = true;
            return true;
        });
    }

    void end(Transcript now) {
        locked(() -> {
            transcript = now;
            run = null;
            items.forEach(item -> item.streaming = false);
            return told();
        });
    }

    Optional<ChatRun> running() {
        return locked(() -> Optional.ofNullable(run));
    }

    void step(int number) {
        locked(() -> {
            steps = number;
            return told();
        });
    }

    void spent(long in, long out) {
        locked(() -> {
            tokensIn += in;
            tokensOut += out;
            return told();
        });
    }

    void add(ChatItem item) {
        locked(() -> {
            items.add(item);
            if (items.size() > MOST_ITEMS) {
                items.removeFirst();
            }
            return told(item);
        });
    }

    void change(ChatItem item, Consumer<ChatItem> change) {
        locked(() -> {
            change.accept(item);
            return told(item);
        });
    }

    /** Appends to a text that the model is saying. */
    void append(ChatItem item, String delta) {
        locked(() -> {
            int from = item.text.length();
            item.text.append(delta);
            return told(
                    "chat-text",
                    Json.object()
                            .put("chat", id)
                            .put("item", item.id)
                            .put("delta", delta)
                            .put("from", from));
        });
    }

    // Told under the lock under which it changed: what is told last must be what was done last.

    private boolean told(ChatItem item) {
        var json = Json.object().put("chat", id);
        json.set("item", item.toJson(state(item)));
        return told("chat-item", json);
    }

    private boolean told() {
        return told("chat", head());
    }

    private boolean told(String type, ObjectNode json) {
        if (!gone) {
            broadcast.tell(type, json);
        }
        return true;
    }

    ObjectNode head() {
        return locked(() -> {
            var json = Json.object()
                    .put("id", id)
                    .put("title", title)
                    .put("at", at)
                    .put("model", model);
            if (servers == null) {
                json.putNull("servers");
            } else {
                servers.forEach(json.putArray("servers")::add);
            }
            json.put("running", run != null).put("steps", steps).put("maxSteps", maxSteps);
            json.putObject("tokens").put("in", tokensIn).put("out", tokensOut).put("toolList", toolTokens);
            return json;
        });
    }

    ObjectNode toJson() {
        var json = Json.object();
        json.set("head", head());
        var list = json.putArray("items");
        locked(() -> {
            items.forEach(item -> list.add(item.toJson(state(item))));
            return true;
        });
        return json;
    }

    /** Returns all that has to be kept. */
    ObjectNode toKeep() {
        var said = transcript();
        return locked(() -> {
            var json = Json.object();
            json.set("head", head());
            var list = json.putArray("items");
            items.forEach(item -> {
                var state = item.call == null
                        ? null
                        : calls.history()
                                .find(item.call)
                                .map(call -> call.toSmallJson())
                                .orElse(null);
                item.callState = state == null ? item.callState : state;
                list.add(item.toJson(item.callState));
            });
            json.set("transcript", slim(said).toJson());
            return json;
        });
    }

    /** Leaves huge answers out: what the model was told of them is in its turns. */
    private static Transcript slim(Transcript whole) {
        return new Transcript(
                whole.id(),
                whole.began(),
                whole.turns(),
                whole.calls().stream().map(Chat::slim).toList());
    }

    private static CallRecord slim(CallRecord record) {
        var answer = record.answer();
        return answer == null || Json.write(answer).length() <= LARGEST_ANSWER
                ? record
                : new CallRecord(
                        record.id(),
                        record.name(),
                        record.server(),
                        record.tool(),
                        record.arguments(),
                        record.status(),
                        record.unknown(),
                        record.error(),
                        null,
                        record.duration());
    }

    private @Nullable JsonNode state(ChatItem item) {
        return item.call == null
                ? null
                : calls.history().find(item.call).map(call -> call.toJson()).orElse(null);
    }
}
