package dev.fairlead.agent;

import dev.fairlead.agent.model.Usage;

/**
 * What a model costs, in whatever currency, for a million tokens each.
 *
 * @param cached for what the provider takes from a cache
 * @param output for answers and thoughts
 */
public record Prices(double input, double cached, double output) {
    /** Nobody said what it costs. */
    public static final Prices UNKNOWN = new Prices(0, 0, 0);

    /** Returns what this many tokens cost. */
    public double of(Usage usage) {
        long fresh = Math.max(0, usage.input() - usage.cached());
        return (fresh * input + usage.cached() * cached + (usage.output() + usage.thinking()) * output) / 1e6;
    }
}
