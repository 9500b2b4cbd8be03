package dev.fairlead.host.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the configuration of a server was found.
 *
 * @param file null if it came from the program or the environment
 * @param line the line of its entry, from 1; 0 if there is no file
 * @param dialect whose way of writing it is
 * @param scope who wrote it, as far as the place tells
 */
public record Origin(@Nullable Path file, int line, Dialect dialect, Scope scope) {
    /** The program itself. */
    public static final Origin PROGRAM = new Origin(null, 0, Dialect.FAIRLEAD, Scope.PROGRAM);

    /** Returns the place for people: a file and its line, the variable, or a dash where there is neither. */
    public String place() {
        if (file != null) {
            return "%s:%s".formatted(file, line);
        }
        return scope == Scope.ENVIRONMENT ? EnvironmentServer.VARIABLE : "-";
    }

    /** Who wrote a configuration. */
    public enum Scope {
        /** The program that uses this library. */
        PROGRAM,
        /** The user, in a folder of their own. */
        USER,
        /** Whoever wrote the project, which is not trusted to start anything. */
        PROJECT,
        /** The environment of the process. */
        ENVIRONMENT
    }
}
