package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an argument to be completed belongs to. */
public sealed interface CompletionReference {

    /** The argument of a prompt. */
    record OfPrompt(String name) implements CompletionReference {
        @Override
        public ObjectNode toJson() {
            return Json.object().put("type", "ref/prompt").put("name", name);
        }
    }

    /**
     * The variable of a resource template.
     *
     * @param uri the template
     */
    record OfResource(String uri) implements CompletionReference {
        @Override
        public ObjectNode toJson() {
            return Json.object().put("type", "ref/resource").put("uri", uri);
        }
    }

    /** Writes this reference. */
    ObjectNode toJson();

    /** Returns a reference to a prompt. */
    static CompletionReference prompt(String name) {
        return new OfPrompt(name);
    }

    /** Returns a reference to a resource template. */
    static CompletionReference resource(String uriTemplate) {
        return new OfResource(uriTemplate);
    }

    /** Reads a reference. */
    static CompletionReference from(JsonNode json) {
        var fields = Fields.of("reference of a completion", json);
        var type = fields.string("type");
        return switch (type) {
            case "ref/prompt" -> new OfPrompt(fields.string("name"));
            case "ref/resource" -> new OfResource(fields.string("uri"));
            default -> throw fields.missing("type", "known");
        };
    }
}
