package dev.fairlead.agent;

import dev.fairlead.agent.Budget.Limit;
import dev.fairlead.agent.model.Usage;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** What one run has used of its budget. For any threads. */
final class Spending {
    private final Budget budget;
    private final LongSupplier nanos;
    private final long began;
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger samples = new AtomicInteger();
    private final AtomicReference<Usage> usage = new AtomicReference<>(Usage.NONE);

    Spending(Budget budget) {
        this(budget, System::nanoTime);
    }

    Spending(Budget budget, LongSupplier nanos) {
        this.budget = budget;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** Counts what was used; returns all of it. */
    Usage asked(Usage more) {
        return usage.accumulateAndGet(more, Usage::plus);
    }

    void step() {
        steps.incrementAndGet();
    }

    /** Takes one call, if there is one left. */
    boolean call() {
        return take(calls, budget.calls());
    }

    /** Takes one use of the model by a server, if there is one left, and anything to spend on it. */
    boolean sample() {
        return beforeAsking().isEmpty() && take(samples, ModelSampler.MOST_USES);
    }

    int steps() {
        return steps.get();
    }

    /** Returns how many tokens are left; a great many where nothing limits them. */
    long tokensLeft() {
        return budget.tokens() == null
                ? Long.MAX_VALUE
                : Math.max(0, budget.tokens() - usage.get().total());
    }

    /** Returns what has come to an end, before the model is asked. */
    Optional<Limit> beforeAsking() {
        if (budget.time() != null && elapsed().compareTo(budget.time()) >= 0) {
            return Optional.of(Limit.TIME);
        }
        if (tokensLeft() == 0) {
            return Optional.of(Limit.TOKENS);
        }
        if (budget.cost() != null && budget.prices().of(usage.get()) >= budget.cost()) {
            return Optional.of(Limit.COST);
        }
        return Optional.empty();
    }

    /** Returns what has come to an end, before tools are called. */
    Optional<Limit> beforeCalls() {
        if (steps.get() >= budget.steps()) {
            return Optional.of(Limit.STEPS);
        }
        return calls.get() >= budget.calls() ? Optional.of(Limit.CALLS) : beforeAsking();
    }

    /** Returns words for an end. */
    String words(Limit limit) {
        return switch (limit) {
            case STEPS -> "the model has used tools in %s steps, which is as many as it may".formatted(steps.get());
            case CALLS -> "the model has made %s calls, which is as many as it may".formatted(calls.get());
            case TIME ->
                "it has taken %s s, which is as long as it may"
                        .formatted(elapsed().toSeconds());
            case TOKENS ->
                "it has used %s tokens; it may use %s".formatted(usage.get().total(), budget.tokens());
            case COST ->
                String.format(
                        Locale.ROOT,
                        "it has cost %.4f; it may cost %.4f",
                        budget.prices().of(usage.get()),
                        budget.cost());
        };
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }

    private static boolean take(AtomicInteger taken, int most) {
        return taken.getAndUpdate(before -> Math.min(most, before + 1)) < most;
    }
}
