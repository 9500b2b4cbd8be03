package dev.fairlead.agent.model;

import java.util.List;

/**
 * What a model is told of a call that it asked for.
 *
 * @param id of the call
 * @param name of the tool, as in the call
 * @param failed whether it is told as an error
 * @param parts text and media that the model takes
 */
public record CallResult(String id, String name, boolean failed, List<Part> parts) {
    /** Keeps a copy. */
    public CallResult {
        parts = List.copyOf(parts);
    }
}
