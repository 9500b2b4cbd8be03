package dev.fairlead.testkit.real;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server in a process of its own, which says when it is ready. */
public final class ServerProcess implements AutoCloseable {
    private static final int END_SECONDS = 30;
    private static final int MAX_OUTPUT = 50_000;

    private final Process process;
    private final Pattern ready;
    private final CompletableFuture<String> saidReady = new CompletableFuture<>();
    private final Thread lastResort = new Thread(this::kill);
    private volatile String output = ""; // written by the one thread that reads

    private ServerProcess(Process process, Pattern ready) {
        this.process = process;
        this.ready = ready;
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param ready found in the line with which it says so, its first group being {@link #ready()}
     * @param patience how long that may take
     */
    public static ServerProcess start(ProcessBuilder builder, Pattern ready, Duration patience) {
        try {
            var server = new ServerProcess(builder.redirectErrorStream(true).start(), ready);
            Runtime.getRuntime().addShutdownHook(server.lastResort);
            Thread.ofPlatform().daemon().name("output-of-a-server").start(server::read);
            server.await(patience);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what the server said about itself when it was ready. */
    public String ready() {
        return saidReady.join();
    }

    /** Returns what the server has printed so far. */
    public String output() {
        return output;
    }

    /** Kills the server with all it has started, and waits until they are gone. */
    @Override
    public void close() {
        var tree = kill();
        try {
            for (var one : tree) {
                one.onExit().get(END_SECONDS, TimeUnit.SECONDS);
            }
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ending a server", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server survived being killed", e);
        }
    }

    private Iterable<ProcessHandle> kill() {
        var tree = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        tree.forEach(ProcessHandle::destroyForcibly);
        return tree;
    }

    private void await(Duration patience) {
        try {
            saidReady.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting a server", e);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IllegalStateException("the server is not ready; it said: " + output, e);
        }
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (output.length() < MAX_OUTPUT) {
                    output = output.concat(line).concat("\n");
                }
                found(line).ifPresent(saidReady::complete);
            }
            saidReady.completeExceptionally(new IOException("the server ended"));
        } catch (IOException broken) {
            saidReady.completeExceptionally(broken);
        }
    }

    private Optional<String> found(String line) {
        var said = ready.matcher(line);
        return said.find() ? Optional.of(said.group(1)) : Optional.empty();
    }
}
