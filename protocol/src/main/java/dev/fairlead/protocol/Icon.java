package dev.fairlead.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A picture that stands for something.
 *
 * @param src where it is: an {@code https:} or {@code data:} URI; others are to be refused before they are fetched
 * @param sizes such as {@code 48x48}, or {@code any}
 * @param theme {@code light} or {@code dark}, the background it is made for
 * @param more the members that no component knows; do not modify
 */
public record Icon(
        String src,
        @Nullable String mimeType,
        List<String> sizes,
        @Nullable String theme,
        ObjectNode more) {

    /** Copies the collections. */
    public Icon {
        sizes = List.copyOf(sizes);
    }

    /** Reads an icon. */
    public static Icon from(JsonNode json) {
        var fields = Fields.of("icon", json);
        return new Icon(
                fields.string("src"),
                fields.optionalString("mimeType"),
                fields.strings("sizes"),
                fields.optionalString("theme"),
                fields.rest());
    }

    /** Writes this icon. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("src", src)
                .put("mimeType", mimeType)
                .strings("sizes", sizes)
                .put("theme", theme)
                .json();
    }
}
