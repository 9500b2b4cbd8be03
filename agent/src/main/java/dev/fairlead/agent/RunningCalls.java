package dev.fairlead.agent;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.host.catalog.OfferedTool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The calls of one run that are under way. */
final class RunningCalls {
    private static final int SURE = 2;

    private final List<OfferedTool> tools = new CopyOnWriteArrayList<>();

    void began(OfferedTool tool) {
        tools.add(tool);
    }

    void ended(OfferedTool tool) {
        tools.remove(tool);
    }

    /** Tells how likely it is that a question is because of one of these; servers do not always say. */
    int caused(Asking asking) {
        return tools.stream()
                .filter(tool -> tool.server().equals(asking.server()))
                .mapToInt(tool -> asking.cause()
                                .filter(("tools/call " + tool.definition().name())::equals)
                                .isPresent()
                        ? SURE
                        : 1)
                .max()
                .orElse(0);
    }
}
