package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.LeftOutTool.Cause;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
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

    private final SequencedMap<String, HeldTool> held;
    private final List<LeftOutTool> leftOut;

    private ToolBelt(SequencedMap<String, HeldTool> held, List<LeftOutTool> leftOut) {
        this.held = Collections.unmodifiableSequencedMap(held);
        this.leftOut = List.copyOf(leftOut);
    }

    /**
     * Makes a belt.
     *
     * @param tools of the host, also those that are switched off
     * @param most how many the model takes
     * @param chosen which of them the person wants the model to have
     */
    public static ToolBelt of(List<OfferedTool> tools, SchemaDialect dialect, int most, Predicate<OfferedTool> chosen) {
        var held = new LinkedHashMap<String, HeldTool>();
        var leftOut = new ArrayList<LeftOutTool>();
        var sorted =
                tools.stream().sorted(Comparator.comparing(OfferedTool::name)).toList();
        for (var tool : sorted) {
            if (!tool.enabled()) {
                leftOut.add(new LeftOutTool(tool, Cause.DISABLED, "It is switched off in the configuration."));
            } else if (!chosen.test(tool)) {
                leftOut.add(new LeftOutTool(tool, Cause.NOT_CHOSEN, "It was not chosen."));
            } else {
                add(tool, dialect, most, held, leftOut);
            }
        }
        return new ToolBelt(held, leftOut);
    }

    private static void add(
            OfferedTool tool,
            SchemaDialect dialect,
            int most,
            SequencedMap<String, HeldTool> held,
            List<LeftOutTool> leftOut) {
        var name = ModelNames.of(tool.name());
        switch (SchemaProjection.of(tool.definition().inputSchema(), dialect)) {
            case Projected.Unfit(var reason) -> leftOut.add(new LeftOutTool(tool, Cause.UNFIT, reason));
            case Projected.Fit(var schema, var changes) -> {
                if (held.containsKey(name)) {
                    leftOut.add(new LeftOutTool(tool, Cause.UNFIT, "Another tool has its name."));
                } else if (held.size() >= most) {
                    leftOut.add(new LeftOutTool(
                            tool, Cause.TOO_MANY, "The model can be told of %,d tools at once.".formatted(most)));
                } else {
                    var spec = new ToolSpec(name, description(tool, dialect), SchemaWords.clean(schema));
                    held.put(name, new HeldTool(spec, tool, changes, tokens(spec)));
                }
            }
        }
    }

    private static String description(OfferedTool tool, SchemaDialect dialect) {
        var own = tool.definition().description();
        var text = ModelText.clean(
                        own == null || own.isBlank() ? tool.definition().displayName() : own)
                .text()
                .strip();
        return ModelText.shortened(text, longestDescription(dialect));
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
