package dev.fairlead.protocol;

import tools.jackson.databind.JsonNode;

/** Reads content blocks by their kind. */
final class ContentBlockReader {
    private ContentBlockReader() {}

    static ContentBlock read(JsonNode json) {
        var type = json.path("type").stringValue("");
        try {
            return read(type, json);
        } catch (BadShape unreadable) {
            // One odd block must not cost the caller its neighbours.
            return new ContentBlock.Unknown(type, json);
        }
    }

    private static ContentBlock read(String type, JsonNode json) {
        return switch (type) {
            case "text" -> text(fields(json));
            case "image" -> image(fields(json));
            case "audio" -> audio(fields(json));
            case "resource_link" ->
                new ContentBlock.ResourceLink(Resource.from(fields(json).rest()));
            case "resource" -> embedded(fields(json));
            case "tool_use" -> toolUse(fields(json));
            case "tool_result" -> toolOutput(fields(json));
            default -> new ContentBlock.Unknown(type, json);
        };
    }

    private static Fields fields(JsonNode json) {
        var fields = Fields.of("content block", json);
        fields.string("type");
        return fields;
    }

    private static ContentBlock text(Fields fields) {
        return new ContentBlock.Text(
                fields.string("text"),
                fields.optional("annotations", Annotations::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    private static ContentBlock image(Fields fields) {
        return new ContentBlock.Image(
                fields.string("data"),
                fields.string("mimeType"),
                fields.optional("annotations", Annotations::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    private static ContentBlock audio(Fields fields) {
        return new ContentBlock.Audio(
                fields.string("data"),
                fields.string("mimeType"),
                fields.optional("annotations", Annotations::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    private static ContentBlock embedded(Fields fields) {
        return new ContentBlock.EmbeddedResource(
                ResourceContents.from(fields.object("resource")),
                fields.optional("annotations", Annotations::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    private static ContentBlock toolUse(Fields fields) {
        return new ContentBlock.ToolUse(
                fields.string("id"),
                fields.string("name"),
                fields.object("input"),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    private static ContentBlock toolOutput(Fields fields) {
        return new ContentBlock.ToolOutput(
                fields.string("toolUseId"),
                fields.requiredList("content", ContentBlock::from),
                fields.optionalValue("structuredContent"),
                fields.flag("isError"),
                fields.optionalObject("_meta"),
                fields.rest());
    }
}
