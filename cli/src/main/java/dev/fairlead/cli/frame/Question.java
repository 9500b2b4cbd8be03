package dev.fairlead.cli.frame;

import dev.fairlead.protocol.error.CallCancelledException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A question to the person who typed the command. */
public final class Question {
    private static final String NO = "no";
    private static final int LONGEST_ANSWER = 100;

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

    /** Waits for a line, or for somebody to end the command; reading itself cannot be ended. */
    private String answer() {
        var reading = new FutureTask<>(() -> line(surroundings.in()));
        Thread.ofPlatform().daemon().name("fairlead-answer").start(reading);
        try {
            return reading.get();
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, server, false);
        } catch (ExecutionException unreadable) {
            return NO; // Who cannot answer has not agreed.
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
