package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which changes on a server are of interest.
 *
 * @param tools the list of tools
 * @param prompts the list of prompts
 * @param resources the list of resources
 * @param resourceUris single resources
 */
public record SubscriptionFilter(boolean tools, boolean prompts, boolean resources, Set<String> resourceUris) {
    private static final SubscriptionFilter NONE = new SubscriptionFilter(false, false, false, Set.of());

    /** Copies the collections. */
    public SubscriptionFilter {
        resourceUris = Collections.unmodifiableSet(new LinkedHashSet<>(resourceUris));
    }

    /** Returns a filter for nothing. */
    public static SubscriptionFilter none() {
        return NONE;
    }

    /** Returns a filter for all three lists, and no single resource. */
    public static SubscriptionFilter all() {
        return new SubscriptionFilter(true, true, true, Set.of());
    }

    /** Returns a filter for the list of tools. */
    public static SubscriptionFilter toolsChanged() {
        return new SubscriptionFilter(true, false, false, Set.of());
    }

    /** Returns a filter for the list of prompts. */
    public static SubscriptionFilter promptsChanged() {
        return new SubscriptionFilter(false, true, false, Set.of());
    }

    /** Returns a filter for the list of resources. */
    public static SubscriptionFilter resourcesChanged() {
        return new SubscriptionFilter(false, false, true, Set.of());
    }

    /** Returns a filter for one resource. */
    public static SubscriptionFilter resource(String uri) {
        return new SubscriptionFilter(false, false, false, Set.of(uri));
    }

    /** Reads a filter, as it stands in {@code notifications} of {@code subscriptions/listen}. */
    public static SubscriptionFilter from(JsonNode json) {
        var fields = Fields.of("subscription filter", json);
        return new SubscriptionFilter(
                fields.flag("toolsListChanged"),
                fields.flag("promptsListChanged"),
                fields.flag("resourcesListChanged"),
                new LinkedHashSet<>(fields.strings("resourceSubscriptions")));
    }

    /** Returns a filter for what either of the two is for. */
    public SubscriptionFilter and(SubscriptionFilter other) {
        var uris = new LinkedHashSet<>(resourceUris);
        uris.addAll(other.resourceUris);
        return new SubscriptionFilter(
                tools || other.tools, prompts || other.prompts, resources || other.resources, uris);
    }

    /** Returns a filter for what only this one is for. */
    public SubscriptionFilter without(SubscriptionFilter other) {
        var uris = new LinkedHashSet<>(resourceUris);
        uris.removeAll(other.resourceUris);
        return new SubscriptionFilter(
                tools && !other.tools, prompts && !other.prompts, resources && !other.resources, uris);
    }

    /** Tells whether the filter is for nothing. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Tells whether an event is among what this filter asks for; an update may name a part of a watched resource. */
    public boolean wants(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ToolsChanged changed -> tools;
            case ServerEvent.PromptsChanged changed -> prompts;
            case ServerEvent.ResourcesChanged changed -> resources;
            case ServerEvent.ResourceUpdated(var uri) ->
                resourceUris.contains(uri) || resourceUris.stream().anyMatch(watched -> uri.startsWith(watched + "/"));
        };
    }

    /** Writes this filter. */
    public ObjectNode toJson() {
        return new Members(Json.object())
                .flag("toolsListChanged", tools)
                .flag("promptsListChanged", prompts)
                .flag("resourcesListChanged", resources)
                .strings("resourceSubscriptions", List.copyOf(resourceUris))
                .json();
    }
}
