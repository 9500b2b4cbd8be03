package dev.fairlead.agent.model;

/**
 * How many tokens something cost, as the provider counts them.
 *
 * @param input what was asked, with what was taken from a cache
 * @param output what was answered, without thinking
 */
public record Usage(long input, long output, long thinking, long cached) {
    /** Nothing. */
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /** Returns both together. */
    public Usage plus(Usage other) {
        return new Usage(input + other.input, output + other.output, thinking + other.thinking, cached + other.cached);
    }

    /** Returns everything that counts. */
    public long total() {
        return input + output + thinking;
    }
}
