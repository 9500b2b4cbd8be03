package dev.fairlead.agent.demo;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No language model, but a few rules that look like one: it finds the tool whose name is in a sentence, fills in what the
 * sentence has of numbers and words, and repeats what the tool answered. It says so when asked.
 */
public final class DemoModel implements Model {
    /** Who it is. */
    public static final ModelName NAME = new ModelName("demo", "rules");

    /** What it says of itself. */
    public static final String WHAT_IT_IS =
            "I am the built-in demo model: no language model, only a few rules, for trying things out without a key. I"
                    + " can call a tool whose name you write, such as \"add 2 and 3\", and say \"what tools do you"
                    + " have\".";

    private static final ModelTraits TRAITS =
            new ModelTraits(SchemaDialect.PLAIN, type -> false, type -> false, Integer.MAX_VALUE);

    /** Makes one; they are all alike. */
    public DemoModel() {}

    @Override
    public ModelName name() {
        return NAME;
    }

    @Override
    public ModelTraits traits() {
        return TRAITS;
    }

    @Override
    public ReplyStream ask(ModelRequest request) {
        var last = request.turns().isEmpty() ? null : request.turns().getLast();
        return switch (last) {
            case Turn.Results(var results) -> says(new Hearsay(results).words());
            case Turn.Asked(var parts) -> answer(words(parts), request);
            case Turn.Replied replied -> says(WHAT_IT_IS);
            case null -> says(WHAT_IT_IS);
        };
    }

    private static ReplyStream answer(String question, ModelRequest request) {
        var wit = new Wit(request.tools());
        if (wit.asksForTools(question)) {
            return says(wit.tools());
        }
        var guess = wit.guess(question);
        if (guess == null) {
            return says("I do not know which tool that means. " + WHAT_IT_IS);
        }
        if (!guess.missing().isEmpty()) {
            return says("I would call %s, but your sentence does not say %s. Write it as %s=…."
                    .formatted(
                            guess.tool().name(),
                            String.join(" and ", guess.missing()),
                            guess.missing().getFirst()));
        }
        // As many as there were before: every call of a conversation has a number of its own.
        long number =
                request.turns().stream().filter(Turn.Results.class::isInstance).count();
        var call = new Part.Call("demo-" + (number + 1), guess.tool().name(), guess.arguments(), null, null);
        return new Ready(List.of(
                new ReplyPiece.Whole(call), new ReplyPiece.End(Usage.NONE, new ReplyEnd(Reason.TOOLS, "tools"))));
    }

    private static ReplyStream says(String text) {
        var pieces = new ArrayList<ReplyPiece>();
        for (var word : text.split("(?<= )", -1)) {
            pieces.add(new ReplyPiece.TextDelta(word));
        }
        pieces.add(new ReplyPiece.Whole(Part.Text.of(text)));
        pieces.add(new ReplyPiece.End(Usage.NONE, new ReplyEnd(Reason.DONE, "done")));
        return new Ready(pieces);
    }

    private static String words(List<Part> parts) {
        return parts.stream()
                .map(part -> part instanceof Part.Text(var text, var keepsake) ? text : "")
                .collect(Collectors.joining(" "));
    }

    /** An answer that is there already. */
    private static final class Ready implements ReplyStream {
        private final ArrayDeque<ReplyPiece> pieces;

        Ready(List<ReplyPiece> pieces) {
            this.pieces = new ArrayDeque<>(pieces);
        }

        @Override
        public ReplyPiece next() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            @Nullable ReplyPiece piece = pieces.poll();
            if (piece == null) {
                throw new IllegalStateException("the answer is over");
            }
            return piece;
        }

        @Override
        public void close() {}
    }
}
