package dev.fairlead.client.interop;

import dev.fairlead.wire.stdio.ServerCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** A published server in a process of its own, which listens on a port that was free. */
final class WebServer implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("port (\\d+)");
    private static final int PATIENCE_SECONDS = 40;
    private static final int MAX_OUTPUT = 20_000;

    private final Process process;
    private volatile String output = ""; // written by the one thread that reads
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private WebServer(Process process) {
        this.process = process;
    }

    /** Starts a server and waits until it listens. */
    static WebServer start(ServerCommand command) {
        var builder = new ProcessBuilder(command.command()).redirectErrorStream(true);
        builder.environment().putAll(command.environment());
        try {
            var server = new WebServer(builder.start());
            Thread.ofPlatform().daemon().name("output-of-a-server").start(server::read);
            server.awaitPort();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port.join();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** Returns what the server has printed so far. */
    String output() {
        return output;
    }

    /** Kills the server, which gets no chance to say goodbye, and waits until it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server survived being killed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ending a server", e);
        }
    }

    private void awaitPort() {
        try {
            port.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting a server", e);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IllegalStateException("the server does not listen; it said: " + output, e);
        }
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var said = PORT.matcher(line);
                if (said.matches()) {
                    port.complete(Integer.valueOf(said.group(1)));
                }
                if (output.length() < MAX_OUTPUT) {
                    output = output.concat(line).concat("\n");
                }
            }
            port.completeExceptionally(new IOException("the server ended"));
        } catch (IOException broken) {
            port.completeExceptionally(broken);
        }
    }
}
