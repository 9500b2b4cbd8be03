package dev.fairlead.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a process prints, line by line. Nobody waits for it longer than he wants to: a pipe cannot be interrupted. */
public final class ChildLines {
    private final LinkedBlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>(); // The last is empty.

    private ChildLines() {}

    /** Reads until the process ends, or is ended. */
    public static ChildLines of(Process child) {
        var lines = new ChildLines();
        Thread.ofPlatform().daemon().name("lines-of-" + child.pid()).start(() -> lines.read(child));
        return lines;
    }

    private void read(Process child) {
        try (var out = child.inputReader(StandardCharsets.UTF_8)) {
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException ended) {
            // So be it.
        } finally {
            lines.add(Optional.empty());
        }
    }

    /**
     * Returns the next line; empty where there is none any more.
     *
     * @throws AssertionError if none comes, and no end either
     */
    public Optional<String> next(Duration limit) throws InterruptedException {
        var line = lines.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (line == null) {
            throw new AssertionError("the process printed no line within " + limit);
        }
        return line;
    }
}
