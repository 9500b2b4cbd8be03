package dev.fairlead.cli.chat;

import dev.fairlead.host.catalog.Glob;
import dev.fairlead.host.catalog.OfferedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Which tools the model is told of: those that were typed, as long as nobody decides otherwise on the way. */
final class ChatTools implements Predicate<OfferedTool> {

    /** That a tool, or a server, was switched; what was decided later counts. */
    private record Switch(boolean on, int number) {
        static final Switch NEVER = new Switch(true, 0);
    }

    private final List<String> patterns;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Switch> tools = new ConcurrentHashMap<>();
    private final Map<String, Switch> servers = new ConcurrentHashMap<>();

    ChatTools(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    @Override
    public boolean test(OfferedTool tool) {
        var own = tools.getOrDefault(tool.name(), Switch.NEVER);
        var all = servers.getOrDefault(tool.server(), Switch.NEVER);
        var last = own.number > all.number ? own : all;
        return last.number > 0 ? last.on : typed(tool);
    }

    private boolean typed(OfferedTool tool) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> isMeant(pattern, tool));
    }

    /** Tells whether a pattern means a tool, by the name that the model knows or by its own. */
    static boolean isMeant(String pattern, OfferedTool tool) {
        return Glob.matches(pattern, tool.name())
                || Glob.matches(pattern, tool.definition().name());
    }

    void turn(OfferedTool tool, boolean on) {
        tools.put(tool.name(), new Switch(on, numbers.incrementAndGet()));
    }

    void turnServer(String server, boolean on) {
        servers.put(server, new Switch(on, numbers.incrementAndGet()));
    }
}
