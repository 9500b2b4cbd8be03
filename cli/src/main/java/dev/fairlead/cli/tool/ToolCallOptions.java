package dev.fairlead.cli.tool;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What was said about a call beside its arguments.
 *
 * @param unchecked whether arguments are sent whatever the schema says
 * @param raw whether the answer is printed as the server sent it
 * @param folder where what is no text is written; null where it is not
 */
record ToolCallOptions(
        boolean unchecked, boolean raw, @Nullable Path folder) {}
