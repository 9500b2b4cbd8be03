package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A ready-made beginning of a conversation, chosen by the user.
 *
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record Prompt(
        String name,
        @Nullable String title,
        @Nullable String description,
        List<PromptArgument> arguments,
        List<Icon> icons,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public Prompt {
        arguments = List.copyOf(arguments);
        icons = List.copyOf(icons);
    }

    /** Returns a prompt that takes these arguments. */
    public static Prompt of(String name, @Nullable String description, PromptArgument... arguments) {
        return new Prompt(name, null, description, List.of(arguments), List.of(), null, Json.object());
    }

    /** Reads a prompt. */
    public static Prompt from(JsonNode json) {
        var fields = Fields.of("prompt", json);
        return new Prompt(
                fields.string("name"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.list("arguments", PromptArgument::from),
                fields.list("icons", Icon::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the same prompt under a name for people. */
    public Prompt withTitle(String title) {
        return new Prompt(name, title, description, arguments, icons, meta, more);
    }

    /** Returns the name to show to people. */
    public String displayName() {
        return title == null ? name : title;
    }

    /** Writes this prompt. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .list("arguments", arguments, PromptArgument::toJson)
                .list("icons", icons, Icon::toJson)
                .put("_meta", meta)
                .json();
    }
}
