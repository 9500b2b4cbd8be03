package dev.fairlead.agent;

import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.LeftOutTool;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tools that one model is not told of, for as long as their descriptions stay what they are. For any threads. */
final class Shunned {
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

    /** Tells whether the person has to hear of this tool: once, and only if they may have wanted it. */
    boolean isNews(LeftOutTool left) {
        boolean wished = left.cause() == LeftOutTool.Cause.UNFIT || left.cause() == LeftOutTool.Cause.TOO_MANY;
        return wished && told.add(new Told(left.tool().name(), left.reason()));
    }
}
