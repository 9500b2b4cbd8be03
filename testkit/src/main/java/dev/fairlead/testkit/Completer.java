package dev.fairlead.testkit;

import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.CompletionReference;
import java.util.Map;

/** How a {@link FakeServer} completes arguments. */
@FunctionalInterface
public interface Completer {

    /**
     * Suggests values.
     *
     * @param argument the name of the argument
     * @param value what was typed so far
     * @param context the arguments that have their values already
     */
    Completion complete(CompletionReference reference, String argument, String value, Map<String, String> context);
}
