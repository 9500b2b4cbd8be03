package dev.fairlead.agent.model;

import java.util.List;

/**
 * What a model is asked: everything that was said so far, and what it may use.
 *
 * @param instructions what it is told before everything else; empty for nothing
 * @param turns what was said, oldest first; the last is not the model's
 */
public record ModelRequest(String instructions, List<Turn> turns, List<ToolSpec> tools, Tuning tuning) {
    /** Keeps copies. */
    public ModelRequest {
        turns = List.copyOf(turns);
        tools = List.copyOf(tools);
    }
}
