package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server says it can do.
 *
 * @param json as received; do not modify
 */
public record ServerCapabilities(ObjectNode json) {

    /** Returns the capabilities of a server that has none. */
    public static ServerCapabilities none() {
        return new ServerCapabilities(Json.object());
    }

    /** Reads capabilities. */
    public static ServerCapabilities from(JsonNode json) {
        if (json instanceof ObjectNode object) {
            return new ServerCapabilities(object);
        }
        throw new BadShape("server capabilities are not an object");
    }

    /** Tells whether the server has tools. */
    public boolean tools() {
        return has("tools");
    }

    /** Tells whether the server says when its tools change. */
    public boolean toolsListChanged() {
        return has("tools", "listChanged");
    }

    /** Tells whether the server has prompts. */
    public boolean prompts() {
        return has("prompts");
    }

    /** Tells whether the server says when its prompts change. */
    public boolean promptsListChanged() {
        return has("prompts", "listChanged");
    }

    /** Tells whether the server has resources. */
    public boolean resources() {
        return has("resources");
    }

    /** Tells whether the server says when a single resource changes. */
    public boolean resourcesSubscribe() {
        return has("resources", "subscribe");
    }

    /** Tells whether the server says when its list of resources changes. */
    public boolean resourcesListChanged() {
        return has("resources", "listChanged");
    }

    /** Tells whether the server sends log messages. */
    public boolean logging() {
        return has("logging");
    }

    /** Tells whether the server completes arguments. */
    public boolean completions() {
        return has("completions");
    }

    /** Tells whether the call of a tool can be made a task (2025-11-25). */
    public boolean taskCalls() {
        return has("tasks", "requests", "tools", "call");
    }

    /** Tells whether the server lists its tasks (2025-11-25). */
    public boolean taskList() {
        return has("tasks", "list");
    }

    /** Tells whether the server cancels tasks (2025-11-25). */
    public boolean taskCancel() {
        return has("tasks", "cancel");
    }

    /** Returns the settings of an extension, empty where the server does not have it; do not modify. */
    public Optional<ObjectNode> extension(String id) {
        return json.path("extensions").path(id) instanceof ObjectNode settings
                ? Optional.of(settings)
                : Optional.empty();
    }

    /** Writes these capabilities. */
    public ObjectNode toJson() {
        return json;
    }

    /** Declared is an object, whatever it holds, or {@code true}; servers write null and false for "no". */
    private boolean has(String... path) {
        JsonNode node = json;
        for (var name : path) {
            node = node.path(name);
        }
        return node.isObject() || node.booleanValue(false);
    }
}
