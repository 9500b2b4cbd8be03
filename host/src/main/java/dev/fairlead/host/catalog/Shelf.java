package dev.fairlead.host.catalog;

import dev.fairlead.host.config.AliasClaims;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.protocol.Tool;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Offers the tools of one server by its rules. */
final class Shelf {
    private final String server;
    private final ToolRules rules;
    private final AliasClaims aliases;

    Shelf(String server, ToolRules rules, AliasClaims aliases) {
        this.server = server;
        this.rules = rules;
        this.aliases = aliases;
    }

    /** Puts the tools on offer. Where a server lists a tool twice, the first one counts. */
    void offer(List<Tool> listed, Map<String, OfferedTool> offers) {
        var seen = new HashSet<String>();
        // By name, so that the order in which a server lists its tools decides nothing.
        listed.stream()
                .sorted(Comparator.comparing(Tool::name))
                .filter(tool -> seen.add(tool.name()))
                .forEach(tool -> offer(tool, offers));
    }

    private void offer(Tool tool, Map<String, OfferedTool> offers) {
        var rule = rules.single().getOrDefault(tool.name(), ToolRules.Rule.USUAL);
        var usual = aliases.of(server, tool.name()).orElseGet(() -> OfferedNames.of(server, tool.name()));
        var name = offers.containsKey(usual) ? OfferedNames.hashed(server, tool.name()) : usual;
        offers.put(name, new OfferedTool(name, server, tool, enabled(rules, tool.name()), rule.timeout()));
    }

    /** Tells whether rules leave a tool, as its server calls it, switched on. */
    static boolean enabled(ToolRules rules, String name) {
        boolean included =
                rules.include().isEmpty() || rules.include().stream().anyMatch(pattern -> Glob.matches(pattern, name));
        return included
                && rules.single().getOrDefault(name, ToolRules.Rule.USUAL).enabled()
                && rules.exclude().stream().noneMatch(pattern -> Glob.matches(pattern, name));
    }
}
