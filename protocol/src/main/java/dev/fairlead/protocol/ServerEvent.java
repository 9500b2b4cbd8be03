package dev.fairlead.protocol;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A change on a server. */
public sealed interface ServerEvent {

    /** The list of tools is another one. */
    record ToolsChanged() implements ServerEvent {}

    /** The list of prompts is another one. */
    record PromptsChanged() implements ServerEvent {}

    /** The list of resources is another one. */
    record ResourcesChanged() implements ServerEvent {}

    /**
     * A resource has other contents.
     *
     * @param uri the resource, possibly a part of the one that was subscribed to
     */
    record ResourceUpdated(String uri) implements ServerEvent {}

    /** Reads a notification, empty if it is about something else; throws {@link BadShape} if it names no resource, or endlessly. */
    static Optional<ServerEvent> from(String method, @Nullable JsonNode params) {
        return switch (method) {
            case "notifications/tools/list_changed" -> Optional.of(new ToolsChanged());
            case "notifications/prompts/list_changed" -> Optional.of(new PromptsChanged());
            case "notifications/resources/list_changed" -> Optional.of(new ResourcesChanged());
            case "notifications/resources/updated" -> Optional.of(updated(params));
            default -> Optional.empty();
        };
    }

    private static ServerEvent updated(@Nullable JsonNode params) {
        var given = params == null ? MissingNode.getInstance() : params;
        var uri = Fields.of("update of a resource", given).string("uri");
        int longest = 16 << 10; // Many of them may wait for somebody who does not read.
        if (uri.length() > longest) {
            throw new BadShape(
                    "update of a resource: its URI has %s characters, more than %s".formatted(uri.length(), longest));
        }
        return new ResourceUpdated(uri);
    }
}
