package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation that a server wants a model to continue.
 *
 * @param maxTokens how long the answer may be at most
 * @param includeContext {@code none}, {@code thisServer} or {@code allServers}; may be ignored
 * @param metadata for the model's provider; do not modify
 * @param more the members that no component knows; do not modify
 */
public record SamplingRequest(
        List<SamplingMessage> messages,
        long maxTokens,
        @Nullable String systemPrompt,
        @Nullable String includeContext,
        @Nullable Double temperature,
        List<String> stopSequences,
        @Nullable ModelPreferences modelPreferences,
        @Nullable ObjectNode metadata,
        List<Tool> tools,
        @Nullable ToolChoice toolChoice,
        ObjectNode more) {

    /** Copies the collections. */
    public SamplingRequest {
        messages = List.copyOf(messages);
        stopSequences = List.copyOf(stopSequences);
        tools = List.copyOf(tools);
    }

    /** Returns a request to continue these messages. */
    public static SamplingRequest of(long maxTokens, SamplingMessage... messages) {
        return new SamplingRequest(
                List.of(messages), maxTokens, null, null, null, List.of(), null, null, List.of(), null, Json.object());
    }

    /** Reads the parameters of a request. */
    public static SamplingRequest from(JsonNode json) {
        var fields = Fields.of("sampling request", json);
        return new SamplingRequest(
                fields.requiredList("messages", SamplingMessage::from),
                fields.integer("maxTokens"),
                fields.optionalString("systemPrompt"),
                fields.optionalString("includeContext"),
                fields.optionalDouble("temperature"),
                fields.strings("stopSequences"),
                fields.optional("modelPreferences", ModelPreferences::from),
                fields.optionalObject("metadata"),
                fields.list("tools", Tool::from),
                fields.optional("toolChoice", ToolChoice::from),
                fields.rest());
    }

    /** Tells whether the request needs a client that lets the model call tools, even if it then names none. */
    public boolean wantsTools() {
        return !tools.isEmpty() || toolChoice != null || more.has("tools") || more.has("toolChoice");
    }

    /** Lists what breaks the rules for calling tools: results alone in a message, and each call answered at once. */
    public List<String> problems() {
        return SamplingRules.problems(messages);
    }

    /** Writes the parameters of this request. */
    public ObjectNode toJson() {
        return new Members(more)
                .requiredList("messages", messages, SamplingMessage::toJson)
                .put("maxTokens", maxTokens)
                .put("systemPrompt", systemPrompt)
                .put("includeContext", includeContext)
                .put("temperature", temperature)
                .strings("stopSequences", stopSequences)
                .put("modelPreferences", modelPreferences, ModelPreferences::toJson)
                .put("metadata", metadata)
                .list("tools", tools, Tool::toJson)
                .put("toolChoice", toolChoice, ToolChoice::toJson)
                .json();
    }
}
