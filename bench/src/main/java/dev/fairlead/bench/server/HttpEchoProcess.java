package dev.fairlead.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The HTTP echo server in a process of its own. */
public final class HttpEchoProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private HttpEchoProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with the present JVM and class path, and waits until it listens. */
    public static HttpEchoProcess start(Answers answers) throws IOException {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                HttpEchoServer.class.getName()));
        command.addAll(List.of(answers.words()));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = said.readLine();
        if (line == null) {
            throw new IOException("the server ended at once");
        }
        return new HttpEchoProcess(process, Integer.parseInt(line));
    }

    /** Returns where it serves this path. */
    public String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
