package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.LeftOutTool.Cause;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The tools of a host as one model sees them: what it is told, what each word of it costs, and what is left out and why.
 * It never changes. The same tools in whatever order make the same belt, so that what a provider remembers of a request
 * stays of use.
 */
public final class ToolBelt {
    private static final int LONGEST_DESCRIPTION = 8_000;
    private static final int LONGEST_FOR_OPENAI = 1_024; // More is turned away, or was until lately.
    private static final int BYTES_PER_TOKEN = 4;
    private static final int TOKENS_AROUND = 10;
    private static final Comparator<OfferedTool> BY_NAME = Comparator.comparing(OfferedTool::name);
    private static final Projections PROJECTIONS = new Projections();

    private final SequencedMap<String, HeldTool> held;
    private final List<LeftOutTool> leftOut;

    private ToolBelt(SequencedMap<String, HeldTool> held, List<LeftOutTool> leftOut) {
        this.held = Collections.unmodifiableSequencedMap(held);
        this.leftOut = leftOut.stream()
                .sorted(Comparator.comparing(LeftOutTool::tool, BY_NAME))
                .toList();
    }

    /**
     * Makes a belt. Where there are more tools than the model takes, servers take turns, so that none crowds out the
     * others.
     *
     * @param tools of the host, also those that are switched off
     * @param most how many the model takes
     * @param chosen which of them the person wants the model to have
     */
    public static ToolBelt of(List<OfferedTool> tools, SchemaDialect dialect, int most, Predicate<OfferedTool> chosen) {
        var leftOut = new ArrayList<LeftOutTool>();
        var wanted = new TreeMap<String, List<OfferedTool>>();
        tools.stream().sorted(BY_NAME).forEach(tool -> {
            if (!tool.enabled()) {
                leftOut.add(new LeftOutTool(tool, Cause.DISABLED, "It is switched off in the configuration."));
            } else if (!chosen.test(tool)) {
                leftOut.add(new LeftOutTool(tool, Cause.NOT_CHOSEN, "It was not chosen."));
            } else {
                wanted.computeIfAbsent(tool.server(), server -> new ArrayList<>())
                        .add(tool);
            }
        });
        var taken = new HashMap<String, HeldTool>();
        int turns = wanted.values().stream().mapToInt(List::size).max().orElse(0);
        for (int turn = 0; turn < turns; turn++) {
            for (var offered : wanted.values()) {
                if (turn >= offered.size()) {
                    continue;
                }
                // First of all, as a look costs time; and one that is unfit takes no room, so looks are counted too.
                if (taken.size() >= most || turn >= most) {
                    leftOut.add(new LeftOutTool(
                            offered.get(turn),
                            Cause.TOO_MANY,
                            String.format(Locale.ROOT, "The model can be told of %,d tools at once.", most)));
                } else {
                    take(offered.get(turn), dialect, taken, leftOut);
                }
            }
        }
        return new ToolBelt(inOrder(taken.values()), leftOut);
    }

    private static void take(
            OfferedTool tool, SchemaDialect dialect, Map<String, HeldTool> taken, List<LeftOutTool> leftOut) {
        var name = ModelNames.of(tool.name());
        if (taken.containsKey(name)) {
            leftOut.add(new LeftOutTool(tool, Cause.UNFIT, "Another tool has its name."));
            return;
        }
        switch (PROJECTIONS.of(tool.definition().inputSchema(), dialect)) {
            case Projected.Unfit(var reason) -> leftOut.add(new LeftOutTool(tool, Cause.UNFIT, reason));
            case Projected.Fit(var schema, var changes) -> {
                var spec = new ToolSpec(name, description(tool, dialect), schema);
                taken.put(name, new HeldTool(spec, tool, changes, tokens(spec)));
            }
        }
    }

    private static SequencedMap<String, HeldTool> inOrder(Collection<HeldTool> taken) {
        var held = new LinkedHashMap<String, HeldTool>();
        taken.stream()
                .sorted(Comparator.comparing(HeldTool::tool, BY_NAME))
                .forEach(each -> held.put(each.spec().name(), each));
        return held;
    }

    private static String description(OfferedTool tool, SchemaDialect dialect) {
        var own = tool.definition().description();
        var words = own == null || own.isBlank() ? tool.definition().displayName() : own;
        int longest = longestDescription(dialect);
        // Of a book, only the beginning is read.
        var text = ModelText.clean(ModelText.cut(words, 4 * longest)).text().strip();
        return ModelText.shortened(text, longest);
    }

    /** Returns how long the words about a tool may be. */
    public static int longestDescription(SchemaDialect dialect) {
        return dialect == SchemaDialect.OPENAI ? LONGEST_FOR_OPENAI : LONGEST_DESCRIPTION;
    }

    /** Counts four bytes a token, as holds for English within a third; schemas cost rather less, other scripts more. */
    private static int tokens(ToolSpec spec) {
        int bytes = bytes(spec.name()) + bytes(spec.description()) + bytes(Json.write(spec.parameters()));
        return TOKENS_AROUND + (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns what the model is told, in an order that depends on nothing but the names. */
    public List<ToolSpec> specs() {
        return held.values().stream().map(HeldTool::spec).toList();
    }

    /** Returns the tools that the model can ask for. */
    public List<HeldTool> held() {
        return List.copyOf(held.values());
    }

    /** Returns the tool that a model means by a name. */
    public Optional<HeldTool> find(String name) {
        return Optional.ofNullable(held.get(name));
    }

    /** Returns the tools that the model is not told of. */
    public List<LeftOutTool> leftOut() {
        return leftOut;
    }

    /** Returns roughly what telling the model of all tools costs in every request. */
    public int tokens() {
        return held.values().stream().mapToInt(HeldTool::tokens).sum();
    }
}
