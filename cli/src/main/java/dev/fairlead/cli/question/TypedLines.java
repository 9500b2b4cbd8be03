package dev.fairlead.cli.question;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a stream, read one at a time and never further.
 *
 * <p>Reading itself cannot be ended. Where a question is given up while it waits, what comes in next belongs to that one and
 * not to the next question, so that nobody agrees to something by what was meant for something else.
 */
final class TypedLines implements Keyboard {
    private static final int LONGEST = 64 * 1024;
    private static final String TAKEN_BACK =
            "The last question was taken back; press Enter to go on, and to drop what was typed for it. ";

    private static final String DROPPED = "What was typed before this question is not taken for its answer.";

    /** Drops what was typed and not read yet, and tells whether there was something. */
    @FunctionalInterface
    interface Dropping {
        boolean drop() throws IOException, InterruptedException;
    }

    private final InputStream in;
    private final PrintStream prompts;
    private final Dropping ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable FutureTask<@Nullable String> reading; // guarded by lock

    TypedLines(InputStream in, PrintStream prompts, Dropping ahead) {
        this.in = in;
        this.prompts = prompts;
        this.ahead = ahead;
    }

    @Override
    public @Nullable String line(String prompt) throws InterruptedException {
        return line(prompt, () -> false);
    }

    @Override
    public @Nullable String answer(String prompt) throws InterruptedException {
        return line(prompt, ahead);
    }

    private @Nullable String line(String prompt, Dropping before) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (reading != null) {
                show(System.lineSeparator() + TAKEN_BACK);
                var dropped = finish(reading);
                assert dropped == null || !dropped.contains("\n");
            }
            var task = new FutureTask<@Nullable String>(() -> {
                if (before.drop()) {
                    show(System.lineSeparator() + DROPPED + System.lineSeparator());
                }
                show(prompt);
                return next(in);
            });
            reading = task;
            Thread.ofPlatform().daemon().name("fairlead-answer").start(task);
            return finish(task);
        } finally {
            lock.unlock();
        }
    }

    private void show(String prompt) {
        prompts.print(prompt);
        prompts.flush();
    }

    private @Nullable String finish(FutureTask<@Nullable String> task) throws InterruptedException {
        try {
            var line = task.get();
            reading = null;
            return line;
        } catch (ExecutionException unreadable) {
            reading = null;
            return null; // Who cannot type has nothing to say.
        }
    }

    private static @Nullable String next(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null; // Who did not end the line has not said it.
            }
            if (line.size() < LONGEST) {
                line.write(next);
            }
        }
        var text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
