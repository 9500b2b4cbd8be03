package dev.fairlead.client;

import dev.fairlead.client.peer.Attendance;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.Problem;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.wire.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The newest known definitions of a server's tools, and the schemas in them, ready to judge. */
final class ToolIndex {
    private static final int MAX_SCHEMAS = 2_000;

    private final String server;
    private final Function<CallScope, List<Tool>> list;
    private final Runnable distrust;
    private final Function<CallScope, String> epoch;
    private final Attendance attendance;
    private final ConcurrentHashMap<Same, SchemaCompilation> schemas = new ConcurrentHashMap<>();
    private final AtomicLong generation = new AtomicLong();
    private volatile @Nullable Known newest;
    private final ReentrantLock joining = new ReentrantLock();
    private @Nullable Listing underWay; // guarded by joining

    /**
     * The state of things in which a list is good.
     *
     * @param generation how often the server has said that something changed
     * @param epoch a mark of whoever asks
     */
    private record Mark(long generation, String epoch) {
        boolean isSame(Mark other) {
            return generation == other.generation && epoch.equals(other.epoch);
        }
    }

    /** A schema, told apart by being the same object: going over all of it at each call would be dear. */
    private record Same(JsonNode schema) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(Object other) {
            return other instanceof Same that && schema == that.schema;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(schema);
        }
    }

    /** What was listed last, by name only once somebody asks for one: many just list. */
    private static final class Known {
        private final List<Tool> tools;
        private final Mark mark;
        private volatile @Nullable Map<String, Tool> byName; // from when somebody first asks; any of several will do

        Known(List<Tool> tools, Mark mark) {
            this.tools = tools;
            this.mark = mark;
        }

        Map<String, Tool> byName() {
            var made = byName;
            if (made == null) {
                made = ToolIndex.byName(tools);
                byName = made;
            }
            return made;
        }
    }

    /**
     * Knows nothing yet.
     *
     * @param server how texts name the server
     * @param list lists the tools; where somebody has to log in for that, it fails
     * @param distrust makes sure that the next list comes from the server
     * @param epoch marks whoever asks in a call
     */
    ToolIndex(
            String server,
            Function<CallScope, List<Tool>> list,
            Runnable distrust,
            Function<CallScope, String> epoch,
            Attendance attendance) {
        this.server = server;
        this.list = list;
        this.distrust = distrust;
        this.epoch = epoch;
        this.attendance = attendance;
    }

    /** Returns the definition of a tool, asking the server only if nothing is known or it said that something changed. */
    Optional<Tool> find(String name, CallScope scope) {
        return Optional.ofNullable(attended(scope, () -> known(scope)).get(name));
    }

    /** Returns the definition of a tool as the server gives it now. */
    Optional<Tool> findAgain(String name, CallScope scope) {
        distrust.run();
        forget();
        return find(name, scope);
    }

    /** Lists all tools, and takes over their definitions unless they changed meanwhile. */
    List<Tool> all(CallScope scope) {
        return attended(scope, () -> listed(mark(scope), scope));
    }

    private <T> T attended(CallScope scope, Supplier<T> attempt) {
        return attendance.attended(() -> "tools/list", scope, attempt);
    }

    private Mark mark(CallScope scope) {
        return new Mark(generation.get(), epoch.apply(scope));
    }

    private List<Tool> listed(Mark mark, CallScope scope) {
        var listed = list.apply(scope);
        if (mark.isSame(mark(scope))) {
            learn(listed, mark);
        }
        return listed;
    }

    private void learn(List<Tool> listed, Mark mark) {
        var known = newest;
        var tools = listed;
        if (known != null && !schemas.isEmpty()) {
            // What has not changed stays what it was, and the schemas in it stay compiled.
            var before = known.byName();
            tools = listed.stream()
                    .map(tool -> unlessSame(tool, before.get(tool.name())))
                    .toList();
            schemas.keySet().retainAll(schemasOf(tools));
        }
        newest = new Known(tools, mark);
    }

    private static Tool unlessSame(Tool tool, @Nullable Tool before) {
        return before != null && tool.equals(before) ? before : tool;
    }

    private static Set<Same> schemasOf(List<Tool> tools) {
        return tools.stream()
                .flatMap(tool -> Stream.of(tool.inputSchema(), tool.outputSchema()))
                .filter(Objects::nonNull)
                .map(Same::new)
                .collect(Collectors.toSet());
    }

    /** Notes that the definitions are out of date. */
    void forget() {
        generation.incrementAndGet();
    }

    /** Returns what is wrong with a value, by the judgement of a schema; empty if nothing is. */
    List<String> problems(JsonNode schema, JsonNode value) {
        if (schemas.size() > MAX_SCHEMAS) {
            schemas.clear(); // Of a server that never stands still, what was listed before is never called again.
        }
        return switch (schemas.computeIfAbsent(new Same(schema), same -> CompiledSchema.compile(same.schema))) {
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

    private Map<String, Tool> known(CallScope scope) {
        var mark = mark(scope);
        while (true) {
            var known = newest;
            if (known != null && known.mark.isSame(mark)) {
                return known.byName();
            }
            var own = new Listing(mark);
            var joined = join(own);
            if (joined.equals(own)) {
                return listed(own, scope);
            }
            joined.await(scope);
            var found = joined.outcome(mark);
            if (found.isPresent()) {
                return found.get();
            }
            mark = mark(scope); // It was another list, or failed for reasons of its own.
        }
    }

    /** Returns the list that is under way, so that a burst of calls after a change lists once; this one if none is. */
    private Listing join(Listing own) {
        joining.lock();
        try {
            var present = underWay;
            if (present == null) {
                underWay = own;
                return own;
            }
            return present;
        } finally {
            joining.unlock();
        }
    }

    private Map<String, Tool> listed(Listing own, CallScope scope) {
        try {
            var found = byName(listed(own.mark, scope));
            own.found = found;
            return found;
        } catch (AuthorizationException wall) {
            own.wall = wall;
            throw wall;
        } finally {
            joining.lock();
            try {
                underWay = null;
            } finally {
                joining.unlock();
            }
            own.over.countDown();
        }
    }

    private static Deadline patience(CallScope scope) {
        return Deadline.after(scope.limits().start()).orEarlier(scope.total());
    }

    private static Map<String, Tool> byName(List<Tool> listed) {
        var byName = HashMap.<String, Tool>newHashMap(listed.size());
        listed.forEach(tool -> byName.putIfAbsent(tool.name(), tool));
        return byName;
    }

    /** One listing, by one call, for all that want it meanwhile. */
    private final class Listing {
        private final Mark mark;
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile @Nullable Map<String, Tool> found;
        private volatile @Nullable AuthorizationException wall;

        Listing(Mark mark) {
            this.mark = mark;
        }

        /** Waits while another call lists, within the limits of this one. */
        void await(CallScope scope) {
            try {
                if (!over.await(patience(scope).remainingNanos(), TimeUnit.NANOSECONDS)) {
                    throw new CallTimeoutException(
                            "tools/list", server, "another call waits for it already", scope.elapsed(), null, false);
                }
            } catch (InterruptedException giveUp) {
                Thread.currentThread().interrupt();
                throw new CallCancelledException("tools/list", server, false);
            }
        }

        /** Returns what was found, if that is what somebody wants; who was turned away speaks for all. */
        Optional<Map<String, Tool>> outcome(Mark wanted) {
            if (!mark.isSame(wanted)) {
                return Optional.empty();
            }
            if (wall != null) {
                throw wall.attempting("tools/list");
            }
            return Optional.ofNullable(found);
        }
    }
}
