package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Excerpt;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something about a configuration that its author should know. It never quotes a value, which may be secret.
 *
 * @param file null if it came from the program or the environment
 * @param line from 1; 0 if it is not known
 * @param column from 1; 0 if it is not known
 * @param server the server it is about; null if it is about the whole file
 * @param field the path to the field, such as {@code mcpServers.github.env}; empty for the whole file
 * @param message what is wrong and what to do
 */
public record ConfigProblem(
        Severity severity,
        @Nullable Path file,
        int line,
        int column,
        @Nullable String server,
        String field,
        String message) {

    /** How bad it is. */
    public enum Severity {
        /** The server, or the whole file, is not used as it is written now. */
        ERROR,
        /** It is used, but hardly as its author means it. */
        WARNING,
        /** It is used, and a part of it has no effect. */
        NOTE
    }

    /** Returns it as one line: where, whom it is about, what is wrong. */
    public String text() {
        var text = new StringBuilder();
        if (file != null) {
            text.append(Excerpt.of(file.toString(), 1000));
            if (line > 0) {
                text.append(':').append(line);
                if (column > 0) {
                    text.append(':').append(column);
                }
            }
            text.append(": ");
        }
        if (!field.isEmpty()) {
            text.append(Excerpt.of(field)).append(": ");
        } else if (server != null) {
            text.append(Excerpt.of(server)).append(": ");
        }
        return text.append(message).toString();
    }
}
