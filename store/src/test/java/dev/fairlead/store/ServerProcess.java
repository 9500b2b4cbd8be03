package dev.fairlead.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A server that ends with this process, however that ends. */
final class ServerProcess implements AutoCloseable {
    /** Waits for the end of its input, which is the end of whoever started it. */
    private static final String LIFELINE = """
        signal=$1; shift
        exec 3<&0
        "$@" 3<&- &
        server=$!
        (read -r line <&3; kill -$signal $server) &
        watcher=$!
        wait $server
        kill $watcher
        """;

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a server that such a signal ends. */
    static ServerProcess start(String signal, Path log, List<String> server) {
        var command = new ArrayList<>(List.of("sh", "-c", LIFELINE, "sh", signal));
        command.addAll(server);
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new ServerProcess(process, log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns a port that nobody used a moment ago, and that no system gives to whoever asks for any port. */
    static int freePort() {
        while (true) {
            var port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                Thread.onSpinWait();
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns what the server wrote. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends the server, and waits until it has ended. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not end: " + log());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
