package dev.fairlead.console.call;

import dev.fairlead.protocol.Tool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a tool says of its own interface. */
public final class AppLink {
    private static final String OLD_KEY = "ui/resourceUri";

    private AppLink() {}

    /** Returns where the interface of a tool is, if it has one that could be shown. */
    public static Optional<String> of(Tool tool) {
        var meta = tool.meta();
        if (meta == null) {
            return Optional.empty();
        }
        var uri = meta.path("ui").path("resourceUri");
        var found = uri.isString() ? uri : meta.path(OLD_KEY);
        return found.isString()
                        && found.stringValue().startsWith("ui://")
                        && found.stringValue().length() <= 2_000
                ? Optional.of(found.stringValue())
                : Optional.empty();
    }

    /** Tells whether a model may be told of a tool. */
    public static boolean forModels(Tool tool) {
        return visible(tool, "model");
    }

    /** Tells whether the interfaces of its server may call a tool. */
    public static boolean forApps(Tool tool) {
        return visible(tool, "app");
    }

    private static boolean visible(Tool tool, String to) {
        @Nullable
        JsonNode list = tool.meta() == null ? null : tool.meta().path("ui").get("visibility");
        return list == null
                || !list.isArray()
                || list.valueStream().anyMatch(one -> one.asString("").equals(to));
    }
}
