package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who a client or a server says it is.
 *
 * @param name its name for programs
 * @param title its name for people
 * @param more the members that no component knows; do not modify
 */
public record Implementation(
        String name,
        String version,
        @Nullable String title,
        @Nullable String description,
        @Nullable String websiteUrl,
        List<Icon> icons,
        ObjectNode more) {

    /** Copies the collections. */
    public Implementation {
        icons = List.copyOf(icons);
    }

    /** Returns an implementation with a name and a version. */
    public static Implementation of(String name, String version) {
        return new Implementation(name, version, null, null, null, List.of(), Json.object());
    }

    /** Reads an implementation. */
    public static Implementation from(JsonNode json) {
        var fields = Fields.of("implementation", json);
        return new Implementation(
                fields.string("name"),
                fields.string("version"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.optionalString("websiteUrl"),
                fields.list("icons", Icon::from),
                fields.rest());
    }

    /** Returns the same implementation under a name for people. */
    public Implementation withTitle(String title) {
        return new Implementation(name, version, title, description, websiteUrl, icons, more);
    }

    /** Returns the name for people, or the one for programs where there is none. */
    public String displayName() {
        return title == null ? name : title;
    }

    /** Writes this implementation. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("name", name)
                .put("version", version)
                .put("title", title)
                .put("description", description)
                .put("websiteUrl", websiteUrl)
                .list("icons", icons, Icon::toJson)
                .json();
    }
}
