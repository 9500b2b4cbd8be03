package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Part;
import java.util.List;

/** A stretch of a conversation that every provider takes as it is. */
public sealed interface Step {

    /** What the person said: at least one part, no blank text, no media that the model does not take. */
    record Said(List<Part> parts) implements Step {}

    /**
     * What the model said: at least one part, no blank text, no media, thoughts only with a keepsake of this provider
     * and never last. Ids of calls are legal and used once. Of a model that draws and signs, pictures and signed words
     * that are blank are left as they were.
     *
     * @param running whether it belongs to the question that is being answered now
     */
    record Answered(List<Part> parts, boolean running) implements Step {
        /** Returns the tools that it asked for. */
        public List<Part.Call> calls() {
            return parts.stream()
                    .filter(Part.Call.class::isInstance)
                    .map(Part.Call.class::cast)
                    .toList();
        }

        /** Returns all its words together; empty for none. */
        public String text() {
            return Wording.of(parts);
        }
    }

    /** What became of the calls before it: one result for each, in their order, each with at least one part. */
    record Returned(List<CallResult> results) implements Step {}
}
