package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A piece of content: in what a tool returns, in a prompt, or in a conversation with a model.
 *
 * <p>In every kind, {@code meta} is what the sender attached and {@code more} the members that no component knows;
 * neither is to be modified.
 */
public sealed interface ContentBlock {

    /** Words. */
    record Text(
            String text,
            @Nullable Annotations annotations,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ContentBlock {
        @Override
        public String type() {
            return "text";
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("text", text)
                    .put("annotations", annotations, Annotations::toJson)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * A picture.
     *
     * @param data its bytes in base64
     */
    record Image(
            String data,
            String mimeType,
            @Nullable Annotations annotations,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ContentBlock {
        @Override
        public String type() {
            return "image";
        }

        /** Decodes the data; throws {@link BadShape} if it is not base64. */
        public byte[] bytes() {
            return Base64Text.bytes("image", data);
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("data", data)
                    .put("mimeType", mimeType)
                    .put("annotations", annotations, Annotations::toJson)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * A sound.
     *
     * @param data its bytes in base64
     */
    record Audio(
            String data,
            String mimeType,
            @Nullable Annotations annotations,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ContentBlock {
        @Override
        public String type() {
            return "audio";
        }

        /** Decodes the data; throws {@link BadShape} if it is not base64. */
        public byte[] bytes() {
            return Base64Text.bytes("audio", data);
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("data", data)
                    .put("mimeType", mimeType)
                    .put("annotations", annotations, Annotations::toJson)
                    .put("_meta", meta)
                    .json();
        }
    }

    /** A pointer to a resource that the server can be asked to read, whether or not it lists it. */
    record ResourceLink(Resource resource) implements ContentBlock {
        @Override
        public String type() {
            return "resource_link";
        }

        @Override
        public ObjectNode toJson() {
            return resource.toJson().put("type", type());
        }
    }

    /** A resource with its contents. */
    record EmbeddedResource(
            ResourceContents resource,
            @Nullable Annotations annotations,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ContentBlock {
        @Override
        public String type() {
            return "resource";
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("resource", resource.toJson())
                    .put("annotations", annotations, Annotations::toJson)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * A model's wish to call a tool.
     *
     * @param id what the matching {@link ToolOutput} refers to
     * @param input the arguments; do not modify
     */
    record ToolUse(
            String id,
            String name,
            ObjectNode input,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ContentBlock {
        @Override
        public String type() {
            return "tool_use";
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("id", id)
                    .put("name", name)
                    .put("input", input)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * What came of a {@link ToolUse}.
     *
     * @param structuredContent any JSON value, JSON null included; Java null where there is none; do not modify
     */
    record ToolOutput(
            String toolUseId,
            List<ContentBlock> content,
            @Nullable JsonNode structuredContent,
            boolean isError,
            @Nullable ObjectNode meta,
            ObjectNode more)
            implements ContentBlock {

        /** Copies the collections. */
        public ToolOutput {
            content = List.copyOf(content);
        }

        @Override
        public String type() {
            return "tool_result";
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("type", type())
                    .put("toolUseId", toolUseId)
                    .requiredList("content", content, ContentBlock::toJson)
                    .put("structuredContent", structuredContent)
                    .flag("isError", isError)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * A block of a kind that is not known here, or one that is not what its kind should be.
     *
     * @param type its kind; empty where it names none
     * @param json all of it, as received; do not modify
     */
    record Unknown(String type, JsonNode json) implements ContentBlock {
        @Override
        public JsonNode toJson() {
            return json;
        }
    }

    /** Returns the word for this kind on the wire. */
    String type();

    /** Writes this block; an object, unless what arrived was none. */
    JsonNode toJson();

    /** Returns a block of text. */
    static Text text(String text) {
        return new Text(text, null, null, Json.object());
    }

    /** Returns a picture. */
    static Image image(byte[] bytes, String mimeType) {
        return new Image(Base64Text.of(bytes), mimeType, null, null, Json.object());
    }

    /** Returns a sound. */
    static Audio audio(byte[] bytes, String mimeType) {
        return new Audio(Base64Text.of(bytes), mimeType, null, null, Json.object());
    }

    /** Returns a pointer to a resource. */
    static ResourceLink link(Resource resource) {
        return new ResourceLink(resource);
    }

    /** Returns a resource with its contents. */
    static EmbeddedResource embedded(ResourceContents resource) {
        return new EmbeddedResource(resource, null, null, Json.object());
    }

    /** Returns a model's wish to call a tool. */
    static ToolUse toolUse(String id, String name, ObjectNode input) {
        return new ToolUse(id, name, input, null, Json.object());
    }

    /** Returns what came of a model's wish to call a tool. */
    static ToolOutput toolOutput(String toolUseId, CallToolResult result) {
        return new ToolOutput(
                toolUseId, result.content(), result.structuredContent(), result.isError(), null, Json.object());
    }

    /** Reads a block; what cannot be read is {@link Unknown}. */
    static ContentBlock from(JsonNode json) {
        return ContentBlockReader.read(json);
    }

    /** Returns the text of all text blocks, each on a line of its own. */
    static String text(List<? extends ContentBlock> blocks) {
        if (blocks.size() == 1 && blocks.getFirst() instanceof Text only) {
            return only.text();
        }
        return blocks.stream()
                .filter(Text.class::isInstance)
                .map(block -> ((Text) block).text())
                .collect(Collectors.joining("\n"));
    }
}
