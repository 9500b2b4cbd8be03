package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A family of resources, told by a pattern of their URIs.
 *
 * @param uriTemplate the pattern, in the syntax of RFC 6570
 * @param mimeType the type of all members of the family, where they share one
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record ResourceTemplate(
        String uriTemplate,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public ResourceTemplate {
        icons = List.copyOf(icons);
    }

    /** Returns a template with a name. */
    public static ResourceTemplate of(String uriTemplate, String name) {
        return new ResourceTemplate(uriTemplate, name, null, null, null, null, List.of(), null, Json.object());
    }

    /** Reads a template. */
    public static ResourceTemplate from(JsonNode json) {
        var fields = Fields.of("resource template", json);
        return new ResourceTemplate(
                fields.string("uriTemplate"),
                fields.string("name"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.optionalString("mimeType"),
                fields.optional("annotations", Annotations::from),
                fields.list("icons", Icon::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the same template under a name for people. */
    public ResourceTemplate withTitle(String title) {
        return new ResourceTemplate(uriTemplate, name, title, description, mimeType, annotations, icons, meta, more);
    }

    /** Returns the same template with a description. */
    public ResourceTemplate withDescription(String description) {
        return new ResourceTemplate(uriTemplate, name, title, description, mimeType, annotations, icons, meta, more);
    }

    /** Returns the same template with the type of its resources. */
    public ResourceTemplate withMimeType(String mimeType) {
        return new ResourceTemplate(uriTemplate, name, title, description, mimeType, annotations, icons, meta, more);
    }

    /** Returns the name to show to people. */
    public String displayName() {
        return title == null ? name : title;
    }

    /** Lists the names of the variables, in the order of the pattern; throws {@link BadShape} if it is not valid. */
    public List<String> variables() {
        return UriTemplate.of(uriTemplate).variables();
    }

    /**
     * Returns the URI with these values in place of the variables; those without a value are left out.
     *
     * <p>A value is a list, a map, or anything else by its text. Throws {@link BadShape} if the pattern is not valid.
     */
    public String expand(Map<String, ?> values) {
        return UriTemplate.of(uriTemplate).expand(values);
    }

    /** Writes this template. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("uriTemplate", uriTemplate)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("mimeType", mimeType)
                .put("annotations", annotations, Annotations::toJson)
                .list("icons", icons, Icon::toJson)
                .put("_meta", meta)
                .json();
    }
}
