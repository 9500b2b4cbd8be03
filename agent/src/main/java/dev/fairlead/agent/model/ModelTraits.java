package dev.fairlead.agent.model;

import java.util.function.Predicate;

/**
 * What a model takes.
 *
 * @param dialect how the parameters of tools are described to it
 * @param takes which kinds of media, by MIME type, can be part of what a person says
 * @param takesInResults which kinds can be part of what a tool answered
 * @param mostTools how many tools it can be told of at once
 */
public record ModelTraits(
        SchemaDialect dialect, Predicate<String> takes, Predicate<String> takesInResults, int mostTools) {
    /** How many tools most models can be told of at once. */
    public static final int USUAL_TOOLS = 128;
}
