package dev.fairlead.agent;

import dev.fairlead.agent.model.ReplyEnd;
import org.jspecify.annotations.Nullable;

/** How a run ended. */
public sealed interface Outcome {

    /**
     * The model answered.
     *
     * @param text its last words
     * @param end why it stopped, which need not be that it was done
     */
    record Answered(String text, ReplyEnd end) implements Outcome {}

    /**
     * The budget is used up. The run can be resumed.
     *
     * @param words what was used up, for a person
     */
    record OutOfBudget(Budget.Limit limit, String words) implements Outcome {}

    /** Somebody stopped it. */
    record Stopped() implements Outcome {}

    /**
     * The model gave no answer, or something broke.
     *
     * @param words what was attempted, what happened, what to do
     * @param cause a {@link dev.fairlead.agent.model.ModelException}, as a rule
     */
    record Failed(String words, @Nullable Throwable cause) implements Outcome {}
}
