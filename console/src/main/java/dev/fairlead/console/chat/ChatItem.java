package dev.fairlead.console.chat;

import dev.fairlead.console.call.History;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.protocol.rpc.Json;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Something that stands in a conversation. Guarded by the lock of its conversation. */
final class ChatItem {
    final String id;
    final String type;
    final long at;
    final @Nullable String call;
    final @Nullable String level;
    final StringBuilder text = new StringBuilder();
    boolean streaming;

    @Nullable
    JsonNode callState; // as it was last, for when the call itself is forgotten

    private ChatItem(String id, String type, long at, @Nullable String call, @Nullable String level) {
        this.id = id;
        this.type = type;
        this.at = at;
        this.call = call;
        this.level = level;
    }

    static ChatItem of(String type, String text) {
        var item = new ChatItem("i-" + UUID.randomUUID(), type, System.currentTimeMillis(), null, null);
        item.text.append(text);
        return item;
    }

    static ChatItem ofCall(String call) {
        return new ChatItem("i-" + UUID.randomUUID(), "call", System.currentTimeMillis(), call, null);
    }

    static ChatItem note(String level, String text) {
        var item = new ChatItem("i-" + UUID.randomUUID(), "note", System.currentTimeMillis(), null, level);
        item.text.append(Shortened.of(text, Shortened.WORDS));
        return item;
    }

    static ChatItem from(JsonNode json) {
        var item = new ChatItem(
                json.path("id").asString("i-" + UUID.randomUUID()),
                json.path("type").asString("note"),
                json.path("at").asLong(0),
                json.path("call").isString() ? json.path("call").stringValue() : null,
                json.path("level").isString() ? json.path("level").stringValue() : null);
        item.text.append(json.path("text").asString(""));
        item.callState = json.path("callState") instanceof ObjectNode state ? History.interrupted(state) : null;
        return item;
    }

    /**
     * Returns it.
     *
     * @param state how its call stands; null for what is known of it here
     */
    ObjectNode toJson(@Nullable JsonNode state) {
        var json = Json.object()
                .put("id", id)
                .put("type", type)
                .put("text", text.toString())
                .put("at", at)
                .put("call", call);
        json.set("callState", state == null ? callState : state);
        return json.put("streaming", streaming).put("level", level);
    }
}
