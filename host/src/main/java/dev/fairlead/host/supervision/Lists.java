package dev.fairlead.host.supervision;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.wire.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Everything that the server at the other end of a connection offers. What changes in one list concerns no other. */
final class Lists {
    private final KeptList<Tool> tools;
    private final KeptList<Prompt> prompts;
    private final KeptList<Resource> resources;
    private final KeptList<ResourceTemplate> templates;

    /**
     * Begins with nothing. A server without its tools is of no use; what else it fails to list is only missing.
     *
     * @param changed is told whenever something else is offered
     * @param remarks who is told what is missing
     */
    Lists(McpClient client, Runnable changed, Consumer<String> remarks) {
        tools = new KeptList<>("tools", (before, limit) -> client.listToolsAnew(options(limit)), changed);
        prompts = tolerant("prompts", client::listPrompts, changed, remarks);
        resources = tolerant("resources", client::listResources, changed, remarks);
        templates = tolerant("resource templates", client::listResourceTemplates, changed, remarks);
    }

    KeptList<Tool> tools() {
        return tools;
    }

    List<KeptList<?>> all() {
        return List.of(tools, prompts, resources, templates);
    }

    /** Returns the lists that a server can do without. */
    List<KeptList<?>> rest() {
        return List.of(prompts, resources, templates);
    }

    /** Returns the lists that a change is about. */
    List<KeptList<?>> of(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ToolsChanged it -> List.of(tools);
            case ServerEvent.PromptsChanged it -> List.of(prompts);
            case ServerEvent.ResourcesChanged it -> List.of(resources, templates);
            case ServerEvent.ResourceUpdated it -> List.of();
        };
    }

    Listing listing() {
        return new Listing(tools.items(), prompts.items(), resources.items(), templates.items());
    }

    private static <T> KeptList<T> tolerant(
            String what, Supplier<List<T>> list, Runnable changed, Consumer<String> remarks) {
        KeptList.Source<T> source = (before, limit) -> {
            try {
                return list.get();
            } catch (ServerErrorException
                    | ProtocolViolationException
                    | UnsupportedFeatureException
                    | CallTimeoutException failed) {
                remarks.accept("its %s are left out: %s".formatted(what, failed.getMessage()));
                return before;
            }
        };
        return new KeptList<>(what, source, changed);
    }

    private static CallOptions options(Optional<Deadline> limit) {
        // Limits are positive, also the last one.
        return limit.map(until -> CallOptions.within(until.remaining().plusMillis(1)))
                .orElseGet(CallOptions::usual);
    }
}
