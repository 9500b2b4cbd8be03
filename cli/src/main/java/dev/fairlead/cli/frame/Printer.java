package dev.fairlead.cli.frame;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Prints what came of a visit: the only one to write to standard output. */
public sealed interface Printer permits TextPrinter, JsonPrinter, JudgedPrinter {

    /** Prints what came of it. */
    void print(Attempt attempt, Outcome outcome);

    /** Lets people see something at once; programs have all of it in the one document, later. */
    void now(Consumer<Page> lines);

    /** Prints one of many things: lines for people, or a document of its own for programs. */
    void stream(Consumer<Page> lines, ObjectNode document);

    /** Prints why there is no answer. */
    void failure(Attempt attempt, Failure failure);

    /** Returns the standard output of this process. */
    static PrintStream standardOutput() {
        return new AnswerStream(new FileOutputStream(FileDescriptor.out), charset("stdout.encoding"));
    }

    /** Returns the standard error of this process. */
    static PrintStream standardError() {
        var stream = new BufferedOutputStream(new FileOutputStream(FileDescriptor.err));
        return new PrintStream(stream, true, charset("stderr.encoding"));
    }

    private static Charset charset(String encoding) {
        // Elsewhere than on Windows everything reads UTF-8, whatever a bare locale says.
        return System.getProperty("os.name", "").startsWith("Windows")
                ? Charset.forName(System.getProperty(encoding, "UTF-8"))
                : StandardCharsets.UTF_8;
    }
}
