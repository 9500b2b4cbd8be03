package dev.fairlead.agent;

import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.LeftOutTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tools that one model is not told of, for as long as their descriptions stay what they are. For any threads. */
final class Shunned {
    private static final int MOST_TOLD = 20_000;

    private final Set<ToolSpec> turnedAway = ConcurrentHashMap.newKeySet();
    private final Set<Told> told = ConcurrentHashMap.newKeySet();

    private record Told(String name, String reason) {}

    /** Notes that a provider does not take the description of a tool; false if it was not shown it. */
    boolean turnAway(String name, List<ToolSpec> shown) {
        return shown.stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .map(turnedAway::add)
                .orElse(false);
    }

    /** Returns the tools without those that were turned away. */
    List<ToolSpec> without(List<ToolSpec> specs) {
        return specs.stream().filter(spec -> !turnedAway.contains(spec)).toList();
    }

    /**
     * Returns what the person has to hear of tools that are left out: of each once, only if they may have wanted it, and in
     * one line for all of a server.
     */
    List<AgentEvent.ToolLeftOut> news(List<LeftOutTool> leftOut) {
        if (told.size() > MOST_TOLD) {
            told.clear(); // Somebody keeps renaming tools; better said twice than kept for ever.
        }
        var fresh = new LinkedHashMap<String, List<LeftOutTool>>();
        for (var left : leftOut) {
            boolean wished = left.cause() == LeftOutTool.Cause.UNFIT || left.cause() == LeftOutTool.Cause.TOO_MANY;
            if (wished && told.add(new Told(left.tool().name(), left.reason()))) {
                fresh.computeIfAbsent(left.tool().server(), server -> new ArrayList<>())
                        .add(left);
            }
        }
        return fresh.values().stream().map(Shunned::note).toList();
    }

    private static AgentEvent.ToolLeftOut note(List<LeftOutTool> ofServer) {
        var first = ofServer.getFirst();
        int more = ofServer.size() - 1;
        var reason = more == 0
                ? first.reason()
                : String.format(Locale.ROOT, "%s Of the same server %,d more are left out.", first.reason(), more);
        return new AgentEvent.ToolLeftOut(first.tool().name(), reason);
    }
}
