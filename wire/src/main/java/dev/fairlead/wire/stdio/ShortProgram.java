package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that is run for what it prints. It is tied to the life of this JVM as servers are, and whatever it started
 * ends with it.
 */
public final class ShortProgram {
    private static final Duration GRACE = Duration.ofMillis(500);

    private ShortProgram() {}

    /**
     * What became of it.
     *
     * @param exitCode with which it ended; 0 for one that was ended because it printed too much
     * @param output what it printed, as far as that was allowed
     * @param tooMuch whether it printed more
     */
    public record Outcome(int exitCode, String output, boolean tooMuch) {}

    /**
     * Runs a program to its end, with nothing to read; returns when nothing of it is left.
     *
     * @param label carried by its threads
     * @param mostBytes how much it may print
     * @throws TimeoutException if it took longer than it may
     * @throws IOException if what it prints cannot be read
     * @throws dev.fairlead.protocol.error.ServerStartException if there is nothing to start or the system refuses
     */
    public static Outcome run(ServerCommand command, String label, Duration patience, int mostBytes)
            throws IOException, TimeoutException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        var program = ServerProcess.start(command, label, line -> {});
        try {
            program.closeStdin();
            // What it left behind may hold its output open, and is ended once it has exited.
            var output = output(program, label, mostBytes).get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            boolean tooMuch = output.length > mostBytes;
            if (!tooMuch && !program.awaitExit(Duration.ofNanos(end - System.nanoTime()))) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                throw new TimeoutException();
            }
            var text = new String(output, 0, Math.min(output.length, mostBytes), UTF_8);
            return new Outcome(tooMuch ? 0 : program.exitCode().orElse(0), text, tooMuch);
        } catch (ExecutionException unread) {
            throw new IOException("what it prints cannot be read", unread.getCause());
        } finally {
            program.end(Duration.ZERO, GRACE);
        }
    }

    /** A pipe would hold a virtual thread's carrier. */
    private static CompletableFuture<byte[]> output(ServerProcess program, String label, int mostBytes) {
        var printed = new CompletableFuture<byte[]>();
        Thread.ofPlatform().daemon().name("fairlead-" + label + "-output").start(() -> {
            try (var in = program.stdout()) {
                printed.complete(in.readNBytes(mostBytes + 1));
            } catch (IOException | RuntimeException | Error e) {
                printed.completeExceptionally(e);
            }
        });
        return printed;
    }
}
