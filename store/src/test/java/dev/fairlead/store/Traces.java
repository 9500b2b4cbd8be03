package dev.fairlead.store;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a log shows of a failure. */
final class Traces {
    private Traces() {}

    static String of(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
