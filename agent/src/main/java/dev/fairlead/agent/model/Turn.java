package dev.fairlead.agent.model;

import java.util.List;

/** What somebody said in a conversation, from beginning to end. */
public sealed interface Turn {

    /** What the person said: text and media. */
    record Asked(List<Part> parts) implements Turn {
        /** Keeps a copy. */
        public Asked {
            parts = List.copyOf(parts);
        }

        /** Returns what the person said in words alone. */
        public static Asked of(String text) {
            return new Asked(List.of(Part.Text.of(text)));
        }
    }

    /**
     * What the model said: text, thoughts, media and calls, in its order.
     *
     * @param model who said it
     */
    record Replied(ModelName model, List<Part> parts, Usage usage, ReplyEnd end) implements Turn {
        /** Keeps a copy. */
        public Replied {
            parts = List.copyOf(parts);
        }

        /** Returns the tools that it asked for. */
        public List<Part.Call> calls() {
            return parts.stream()
                    .filter(Part.Call.class::isInstance)
                    .map(Part.Call.class::cast)
                    .toList();
        }
    }

    /** What became of the calls that the model asked for: one result for each of them, in their order. */
    record Results(List<CallResult> results) implements Turn {
        /** Keeps a copy. */
        public Results {
            results = List.copyOf(results);
        }
    }
}
