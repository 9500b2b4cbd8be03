package dev.fairlead.host.catalog;

import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.Tool;
import java.util.List;

/** What one connected server offers, as it lists it. */
public record Listing(
        List<Tool> tools, List<Prompt> prompts, List<Resource> resources, List<ResourceTemplate> templates) {
    /** Nothing. */
    public static final Listing NOTHING = new Listing(List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Listing {
        tools = List.copyOf(tools);
        prompts = List.copyOf(prompts);
        resources = List.copyOf(resources);
        templates = List.copyOf(templates);
    }

    /** Returns a server's tools, and nothing else. */
    public static Listing of(Tool... tools) {
        return new Listing(List.of(tools), List.of(), List.of(), List.of());
    }
}
