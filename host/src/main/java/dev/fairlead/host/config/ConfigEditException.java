package dev.fairlead.host.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A configuration could not be changed, and is as it was. The message quotes nothing of it. */
public final class ConfigEditException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String problem;

    /** Tells what is wrong with a text, and where. */
    ConfigEditException(int line, int column, String problem) {
        super(problem);
        this.line = line;
        this.column = column;
        this.problem = problem;
    }

    /** Tells why a file is not changed. */
    ConfigEditException(Path file, String problem, @Nullable Throwable cause) {
        super("%s: %s; it was not changed".formatted(file, problem), cause);
        this.line = 0;
        this.column = 0;
        this.problem = problem;
    }

    private ConfigEditException(Path file, ConfigEditException text) {
        super(
                text.line == 0
                        ? "%s: %s; it was not changed".formatted(file, text.problem)
                        : "%s:%s:%s: %s; it was not changed".formatted(file, text.line, text.column, text.problem),
                text);
        this.line = text.line;
        this.column = text.column;
        this.problem = text.problem;
    }

    /** Returns the same, with the file whose text it is. */
    ConfigEditException in(Path file) {
        return new ConfigEditException(file, this);
    }

    /** Returns the line, from 1; 0 if it is not known. */
    public int line() {
        return line;
    }

    /** Returns the column, from 1; 0 if it is not known. */
    public int column() {
        return column;
    }
}
