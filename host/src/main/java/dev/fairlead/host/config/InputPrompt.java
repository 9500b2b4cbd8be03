package dev.fairlead.host.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration wants to ask a person for, once.
 *
 * @param id how variables name it, as in <code>${input:id}</code>
 * @param description what to ask; empty if nothing is said
 * @param password whether the answer is not to be shown
 * @param usual what to suggest; null for nothing
 * @param options what to choose from; empty for anything
 */
public record InputPrompt(
        String id,
        String description,
        boolean password,
        @Nullable String usual,
        List<String> options) {
    /** Copies the options. */
    public InputPrompt {
        options = List.copyOf(options);
    }
}
