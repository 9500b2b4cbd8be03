package dev.fairlead.client;

import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.Problem;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.wire.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The newest known definitions of a server's tools, and the schemas in them, ready to judge. */
final class ToolIndex {
    private final String server;
    private final Function<CallScope, List<Tool>> list;
    private final Runnable distrust;
    private final BooleanSupplier attending;
    // Held while listing, so that a burst of calls after a change lists once.
    private final ReentrantLock loading = new ReentrantLock();
    private final ConcurrentHashMap<JsonNode, SchemaCompilation> schemas = new ConcurrentHashMap<>();
    private volatile @Nullable Map<String, Tool> tools;
    private final AtomicLong generation = new AtomicLong();

    /**
     * Knows nothing yet.
     *
     * @param server how texts name the server
     * @param list lists the tools
     * @param distrust makes sure that the next list comes from the server
     * @param attending tells whether somebody logs in, whom everybody else can only wait for
     */
    ToolIndex(String server, Function<CallScope, List<Tool>> list, Runnable distrust, BooleanSupplier attending) {
        this.server = server;
        this.list = list;
        this.distrust = distrust;
        this.attending = attending;
    }

    /** Returns the definition of a tool, asking the server only if nothing is known or it said that something changed. */
    Optional<Tool> find(String name, CallScope scope) {
        var known = tools;
        return Optional.ofNullable((known != null ? known : load(scope)).get(name));
    }

    /** Returns the definition of a tool as the server gives it now. */
    Optional<Tool> findAgain(String name, CallScope scope) {
        distrust.run();
        forget();
        return find(name, scope);
    }

    /** Lists all tools, and takes over their definitions unless they changed meanwhile. */
    List<Tool> all(CallScope scope) {
        long before = generation.get();
        var listed = list.apply(scope);
        if (before == generation.get()) {
            learn(listed);
        }
        return listed;
    }

    private void learn(List<Tool> listed) {
        tools = byName(listed);
        schemas.keySet()
                .retainAll(listed.stream()
                        .flatMap(tool -> Stream.of(tool.inputSchema(), tool.outputSchema()))
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
    }

    /** Notes that the definitions are out of date. */
    void forget() {
        generation.incrementAndGet();
        tools = null;
    }

    /** Returns what is wrong with a value, by the judgement of a schema; empty if nothing is. */
    List<String> problems(JsonNode schema, JsonNode value) {
        return switch (schemas.computeIfAbsent(schema, CompiledSchema::compile)) {
            case SchemaCompilation.Unusable unusable ->
                List.of("the schema of the tool cannot be used, it " + unusable.reason());
            case SchemaCompilation.Ready ready ->
                switch (ready.schema().check(value)) {
                    case Verdict.Valid valid -> List.of();
                    case Verdict.TooCostly costly -> List.of("checking takes too long: " + costly.why());
                    case Verdict.Invalid invalid ->
                        invalid.problems().stream().map(ToolIndex::words).toList();
                };
        };
    }

    private static String words(Problem problem) {
        return (problem.where().isEmpty() ? "" : problem.where() + " ") + problem.what();
    }

    private Map<String, Tool> load(CallScope scope) {
        awaitTurn(scope);
        try {
            var known = tools;
            if (known != null) {
                return known;
            }
            return byName(all(scope));
        } finally {
            loading.unlock();
        }
    }

    /** Waits while another call lists, within the limits of this one. */
    private void awaitTurn(CallScope scope) {
        try {
            while (!loading.tryLock(patience(scope).remainingNanos(), TimeUnit.NANOSECONDS)) {
                if (!attending.getAsBoolean()) {
                    throw new CallTimeoutException(
                            "tools/list", server, "another call waits for it already", scope.elapsed(), null, false);
                }
                scope.restart(); // The time that a person takes is nobody's.
            }
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("tools/list", server, false);
        }
    }

    private static Deadline patience(CallScope scope) {
        return Deadline.after(scope.limits().start()).orEarlier(scope.total());
    }

    private static Map<String, Tool> byName(List<Tool> listed) {
        var byName = new HashMap<String, Tool>();
        listed.forEach(tool -> byName.putIfAbsent(tool.name(), tool));
        return byName;
    }
}
