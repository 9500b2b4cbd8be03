package dev.fairlead.cli.frame;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** What came of a verb could not be written, so whatever is under way has to end: nobody would hear of it. */
public final class UnwrittenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnwrittenException(IOException cause) {
        super(
                "the answer could not be written (%s); what was asked for may have been done all the same"
                        .formatted(cause.getMessage()),
                cause);
    }

    /** Tells people of it. Whoever stopped reading, as {@code head} does, knows. */
    public ExitCode tell(PrintStream err) {
        var why = String.valueOf(getCause() == null ? null : getCause().getMessage());
        if (!why.toLowerCase(Locale.ROOT).contains("pipe")) {
            err.println(Program.NAME + ": " + getMessage());
            err.flush();
        }
        return ExitCode.UNWRITTEN;
    }
}
