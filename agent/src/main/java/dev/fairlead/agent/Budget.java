package dev.fairlead.agent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much one question may cost before somebody is asked whether to go on. What is null is not limited.
 *
 * @param steps how often the model may ask for tools and be told what came of it
 * @param calls how many calls of tools it may make in all
 * @param time how long it may take; a step that has begun may end, within its own limit
 * @param tokens how many tokens it may use, as the provider counts them; a step that has begun may end
 * @param cost how much it may cost by {@link Prices}; a step that has begun may end
 */
public record Budget(
        int steps,
        int calls,
        @Nullable Duration time,
        @Nullable Long tokens,
        @Nullable Double cost,
        Prices prices) {
    /** Ten steps of tools, fifty calls, half an hour with the time that people take. */
    public static final Budget USUAL = new Budget(10, 50, Duration.ofMinutes(30), null, null, Prices.UNKNOWN);

    /** Checks that there is something to spend. */
    public Budget {
        if (steps < 0 || calls < 0) {
            throw new IllegalArgumentException("a budget has no fewer than 0 steps and calls");
        }
        if (cost != null && prices.equals(Prices.UNKNOWN)) {
            throw new IllegalArgumentException("a limit on cost needs prices");
        }
    }

    /** Returns this budget with another number of steps. */
    public Budget withSteps(int most) {
        return new Budget(most, calls, time, tokens, cost, prices);
    }

    /** Returns this budget with another number of calls. */
    public Budget withCalls(int most) {
        return new Budget(steps, most, time, tokens, cost, prices);
    }

    /** Returns this budget with another limit on time. */
    public Budget withTime(@Nullable Duration most) {
        return new Budget(steps, calls, most, tokens, cost, prices);
    }

    /** Returns this budget with another limit on tokens. */
    public Budget withTokens(@Nullable Long most) {
        return new Budget(steps, calls, time, most, cost, prices);
    }

    /** Returns this budget with a limit on what it costs. */
    public Budget withCost(double most, Prices each) {
        return new Budget(steps, calls, time, tokens, most, each);
    }

    /** What can come to an end. */
    public enum Limit {
        STEPS,
        CALLS,
        TIME,
        TOKENS,
        COST
    }
}
