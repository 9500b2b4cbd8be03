package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something a server can do when asked.
 *
 * @param inputSchema the JSON Schema of its arguments; do not modify
 * @param outputSchema the JSON Schema of its structured content; do not modify
 * @param annotations hints about its behaviour, as trustworthy as the server
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record Tool(
        String name,
        @Nullable String title,
        @Nullable String description,
        ObjectNode inputSchema,
        @Nullable JsonNode outputSchema,
        @Nullable ToolAnnotations annotations,
        List<Icon> icons,
        @Nullable ToolExecution execution,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public Tool {
        icons = List.copyOf(icons);
    }

    /** Returns a tool whose arguments follow {@code inputSchema}. */
    public static Tool of(String name, @Nullable String description, ObjectNode inputSchema) {
        return new Tool(name, null, description, inputSchema, null, null, List.of(), null, null, Json.object());
    }

    /** Reads a tool. */
    public static Tool from(JsonNode json) {
        var fields = Fields.of("tool", json);
        return new Tool(
                fields.string("name"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.object("inputSchema"),
                fields.optionalSchema("outputSchema"),
                fields.optional("annotations", ToolAnnotations::from),
                fields.list("icons", Icon::from),
                fields.optional("execution", ToolExecution::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the same tool under a name for people. */
    public Tool withTitle(String title) {
        return new Tool(name, title, description, inputSchema, outputSchema, annotations, icons, execution, meta, more);
    }

    /** Returns the same tool, promising structured content that follows {@code outputSchema}. */
    public Tool withOutputSchema(JsonNode outputSchema) {
        return new Tool(name, title, description, inputSchema, outputSchema, annotations, icons, execution, meta, more);
    }

    /** Returns the same tool with these hints about its behaviour. */
    public Tool withAnnotations(ToolAnnotations annotations) {
        return new Tool(name, title, description, inputSchema, outputSchema, annotations, icons, execution, meta, more);
    }

    /** Returns the same tool, telling how it is executed. */
    public Tool withExecution(ToolExecution execution) {
        return new Tool(name, title, description, inputSchema, outputSchema, annotations, icons, execution, meta, more);
    }

    /** Returns the same tool with this attachment. */
    public Tool withMeta(ObjectNode meta) {
        return new Tool(name, title, description, inputSchema, outputSchema, annotations, icons, execution, meta, more);
    }

    /** Returns the name to show to people. */
    public String displayName() {
        if (title != null) {
            return title;
        }
        return annotations != null && annotations.title() != null ? annotations.title() : name;
    }

    /** Returns the hints about its behaviour; where the server gave none, all have their defaults. */
    public ToolAnnotations hints() {
        return annotations == null ? ToolAnnotations.none() : annotations;
    }

    /** Tells whether the tool may or must be run as a task; by default it must not. */
    public ToolExecution.TaskSupport taskSupport() {
        return execution == null ? ToolExecution.TaskSupport.FORBIDDEN : execution.support();
    }

    /** Writes this tool. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("inputSchema", inputSchema)
                .put("outputSchema", outputSchema)
                .put("annotations", annotations, ToolAnnotations::toJson)
                .list("icons", icons, Icon::toJson)
                .put("execution", execution, ToolExecution::toJson)
                .put("_meta", meta)
                .json();
    }
}
