package dev.fairlead.host.catalog;

import dev.fairlead.host.config.AliasClaims;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What all connected servers offer at one moment. It never changes; another moment has another catalogue.
 *
 * <p>It is a pure function of what the servers list and of what is configured: the order in which servers connect, and
 * who else is connected, changes no name.
 */
public final class Catalog {
    /** What is offered while nobody is connected. */
    public static final Catalog EMPTY = new Catalog(new LinkedHashMap<>(), List.of(), List.of(), List.of(), List.of());

    private final SequencedMap<String, OfferedTool> tools;
    private final List<OfferedPrompt> prompts;
    private final List<OfferedResource> resources;
    private final List<OfferedTemplate> templates;
    private final List<AliasClaims.Lost> lostAliases;

    private Catalog(
            SequencedMap<String, OfferedTool> tools,
            List<OfferedPrompt> prompts,
            List<OfferedResource> resources,
            List<OfferedTemplate> templates,
            List<AliasClaims.Lost> lostAliases) {
        this.tools = tools;
        this.prompts = prompts;
        this.resources = resources;
        this.templates = templates;
        this.lostAliases = lostAliases;
    }

    /**
     * Makes one catalogue of what servers list.
     *
     * @param listings by the configured name of the server
     * @param configs all configured servers, connected or not; whoever is absent has no rules
     * @param agreed whether somebody agreed to a server that a project's file names; others are not asked about. Before
     *     that it reserves no alias
     */
    public static Catalog of(
            Map<String, Listing> listings, Collection<ServerConfig> configs, Predicate<ServerConfig> agreed) {
        var rules = new HashMap<String, ToolRules>();
        configs.forEach(config -> rules.put(config.name(), config.tools()));
        var claiming = configs.stream()
                .filter(config -> config.origin().scope() != Origin.Scope.PROJECT || agreed.test(config))
                .toList();
        return of(listings, rules, AliasClaims.of(claiming));
    }

    /**
     * Makes one catalogue of what servers list that the program itself configures.
     *
     * @param listings by the configured name of the server
     * @param rules of all configured servers, connected or not, by name; whoever is absent has none
     */
    public static Catalog of(Map<String, Listing> listings, Map<String, ToolRules> rules) {
        return of(listings, rules, AliasClaims.of(rules));
    }

    private static Catalog of(Map<String, Listing> listings, Map<String, ToolRules> rules, AliasClaims aliases) {
        var tools = new LinkedHashMap<String, OfferedTool>();
        var prompts = new LinkedHashMap<String, OfferedPrompt>();
        var resources = new ArrayList<OfferedResource>();
        var templates = new ArrayList<OfferedTemplate>();
        new TreeMap<>(listings).forEach((server, listing) -> {
            new Shelf(server, rules.getOrDefault(server, ToolRules.ALL), aliases).offer(listing.tools(), tools);
            listing.prompts().forEach(prompt -> {
                var offered = new OfferedPrompt(OfferedNames.of(server, prompt.name()), server, prompt);
                prompts.putIfAbsent(offered.name(), offered);
            });
            listing.resources().forEach(resource -> resources.add(new OfferedResource(server, resource)));
            listing.templates().forEach(template -> templates.add(new OfferedTemplate(server, template)));
        });
        return new Catalog(
                Collections.unmodifiableSequencedMap(tools),
                List.copyOf(prompts.values()),
                List.copyOf(resources),
                List.copyOf(templates),
                aliases.lost());
    }

    /** Tells whether a server may offer something under this name once it is connected. */
    public static boolean mayOffer(String server, ToolRules rules, String name) {
        boolean alias = rules.single().values().stream().anyMatch(rule -> name.equals(rule.alias()));
        return alias || name.startsWith(OfferedNames.beginning(server));
    }

    /** Tells whether rules leave a tool switched on, by the name that it has at its server. */
    public static boolean enabled(ToolRules rules, String ownName) {
        return Shelf.enabled(rules, ownName);
    }

    /** Returns the tools that may be called, server by server. */
    public List<OfferedTool> tools() {
        return tools.values().stream().filter(OfferedTool::enabled).toList();
    }

    /** Returns the tools that servers list, also those that are switched off. */
    public List<OfferedTool> allTools() {
        return List.copyOf(tools.values());
    }

    /** Returns the tool that is offered under a name. */
    public Optional<OfferedTool> tool(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /** Returns the tools that their servers call so; more than one where several servers do. */
    public List<OfferedTool> toolsCalled(String ownName) {
        return tools.values().stream()
                .filter(tool -> tool.definition().name().equals(ownName))
                .toList();
    }

    /** Returns a tool by its server and the name that it has there. */
    public Optional<OfferedTool> tool(String server, String ownName) {
        return tools.values().stream()
                .filter(tool -> tool.server().equals(server))
                .filter(tool -> tool.definition().name().equals(ownName))
                .findFirst();
    }

    /** Returns the prompts. */
    public List<OfferedPrompt> prompts() {
        return prompts;
    }

    /** Returns the prompt that is offered under a name. */
    public Optional<OfferedPrompt> prompt(String name) {
        return prompts.stream().filter(prompt -> prompt.name().equals(name)).findFirst();
    }

    /** Returns the resources. */
    public List<OfferedResource> resources() {
        return resources;
    }

    /** Returns the aliases that tools do not have because others have them. */
    public List<AliasClaims.Lost> lostAliases() {
        return lostAliases;
    }

    /** Returns the templates of resources. */
    public List<OfferedTemplate> templates() {
        return templates;
    }
}
