package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.question.Keyboard;
import dev.fairlead.cli.text.Sanitizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Lines of a pipe or a file. */
final class ScriptConsole implements Console {
    private final BufferedReader lines;
    private final PrintStream err;
    private int read;

    ScriptConsole(InputStream in, PrintStream err) {
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.err = err;
    }

    /** Returns the number of the line that was read last. */
    int line() {
        return read;
    }

    @Override
    public @Nullable List<String> next(String current) {
        var text = new StringBuilder();
        int first = read + 1;
        while (true) {
            var line = readLine();
            if (line == null) {
                if (!text.isEmpty()) {
                    throw new UsageException("a quote or a bracket of line %s is not closed".formatted(first));
                }
                return null;
            }
            read++;
            text.append(line).append('\n');
            // The end of a line that a backslash takes away.
            var words = LineWords.of(line.endsWith("\\") ? text.substring(0, text.length() - 1) : text.toString());
            if (words.whole()) {
                return words.texts();
            }
        }
    }

    /** Reading itself cannot be ended; waiting for it can. */
    private @Nullable String readLine() {
        var reading = new FutureTask<@Nullable String>(lines::readLine);
        Thread.ofPlatform().daemon().name("fairlead-lines").start(reading);
        try {
            return reading.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException unreadable) {
            throw new UsageException("the lines cannot be read: " + unreadable.getCause(), unreadable);
        }
    }

    @Override
    public void tell(String sentence) {
        err.println("fairlead: " + Sanitizer.line(sentence));
        err.flush();
    }

    @Override
    public @Nullable Keyboard keyboard() {
        return null;
    }

    @Override
    public @Nullable Keyboard hidden() {
        return null; // What is in a pipe was seen before.
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException unimportant) {
            tell("the lines could not be closed: " + unimportant.getMessage());
        }
    }
}
