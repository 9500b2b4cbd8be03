package dev.fairlead.console.api;

import dev.fairlead.client.ToolSchemas;
import dev.fairlead.host.trust.ToolDefinition;
import dev.fairlead.protocol.Tool;
import dev.fairlead.wire.Deadline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** What is wrong with the schemas of tools, looked at once and remembered by definition. For any threads. */
final class Findings {
    /** More than servers offer who are not out for trouble: one may list 10,000 tools. */
    static final int MOST = 50_000;

    private final Function<Tool, List<String>> look;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final LinkedHashMap<String, List<String>> known = new LinkedHashMap<>(16, 0.75f, true);

    Findings() {
        this(ToolSchemas::problems);
    }

    /**
     * Makes one.
     *
     * @param look finds out what is wrong, which may take a second for a schema that was made for that
     */
    Findings(Function<Tool, List<String>> look) {
        this.look = look;
    }

    /** Returns what is wrong with a tool, unless it was not looked at before and the time for that is over. */
    Optional<List<String>> of(ToolDefinition definition, Deadline time) {
        lock.lock();
        try {
            var before = known.get(definition.hash());
            if (before != null || time.passed()) {
                return Optional.ofNullable(before);
            }
        } finally {
            lock.unlock();
        }
        var found = List.copyOf(look.apply(definition.tool()));
        lock.lock();
        try {
            known.put(definition.hash(), found);
            if (known.size() > MOST) {
                known.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
        return Optional.of(found);
    }
}
