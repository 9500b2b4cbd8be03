package dev.fairlead.agent.model;

import org.jspecify.annotations.Nullable;

/**
 * How a model is to answer; what is null is left to the provider.
 *
 * @param temperature how freely it chooses words
 * @param maxOutputTokens how long its answer may become
 * @param showThinking whether it is asked to tell what it thinks, where it can
 */
public record Tuning(@Nullable Double temperature, @Nullable Integer maxOutputTokens, boolean showThinking) {
    /** Leaves everything to the provider. */
    public static final Tuning USUAL = new Tuning(null, null, true);
}
