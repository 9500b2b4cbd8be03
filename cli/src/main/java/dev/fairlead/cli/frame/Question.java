package dev.fairlead.cli.frame;

import dev.fairlead.protocol.error.CallCancelledException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A question to the person who typed the command. */
public final class Question {
    private static final String NO = "no";
    private static final int LONGEST_ANSWER = 100;
    private static final int LONGEST_TEXT = 32_768;

    private final Surroundings surroundings;
    private final String attempted;
    private final String server;

    /**
     * Prepares one.
     *
     * @param attempted what it is about, for the text about its interruption, as is the server
     */
    public Question(Surroundings surroundings, String attempted, String server) {
        this.surroundings = surroundings;
        this.attempted = attempted;
        this.server = server;
    }

    /** Asks, and tells whether the answer is yes; an empty one is what is usual. */
    public boolean agreed(String words, boolean usual) {
        surroundings.err().print("%s %s ".formatted(words, usual ? "[Y/n]" : "[y/N]"));
        surroundings.err().flush();
        var answer = answer().strip().toLowerCase(Locale.ROOT);
        return answer.isEmpty() ? usual : answer.equals("y") || answer.equals("yes");
    }

    /** Asks for a text; nothing where the input ends. */
    public Optional<String> text(String words) {
        surroundings.err().print(words);
        surroundings.err().flush();
        return awaited(() -> text(surroundings.in()), Optional.empty());
    }

    private static Optional<String> text(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || bytes.size() > LONGEST_TEXT) {
                return Optional.empty();
            }
            bytes.write(next);
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8).strip());
    }

    /** Waits for a line, or for somebody to end the command; reading itself cannot be ended. */
    private String answer() {
        return awaited(() -> line(surroundings.in()), NO); // Who cannot answer has not agreed.
    }

    private <T> T awaited(Callable<T> read, T otherwise) {
        var reading = new FutureTask<>(read);
        Thread.ofPlatform().daemon().name("fairlead-answer").start(reading);
        try {
            return reading.get();
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, server, false);
        } catch (ExecutionException unreadable) {
            return otherwise;
        }
    }

    /** Reads up to the end of the line, and not further; the end of the input is a no. */
    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return NO;
            }
            if (line.length() < LONGEST_ANSWER) {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
