package dev.fairlead.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A terminal in which one command runs, with somebody at its keyboard: tmux. */
final class Terminal implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int COMMAND_SECONDS = 30;

    private final String socket =
            "fairlead-%d-%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
    private final Path folder;
    private final Path code;

    /** Starts a command in a folder. */
    Terminal(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        this.folder = Files.createTempDirectory(folder, "terminal");
        this.code = this.folder.resolve("code");
        var settings = this.folder.resolve("tmux.conf");
        Files.writeString(
                settings, "set -g remain-on-exit on\nset -g history-limit 20000\nset -g default-terminal screen\n");
        var script = this.folder.resolve("run.sh");
        Files.writeString(
                script,
                environment.entrySet().stream()
                                .map(one -> "export %s=%s%n".formatted(one.getKey(), quoted(one.getValue())))
                                .collect(Collectors.joining())
                        + "cd %s%n".formatted(quoted(folder.toString()))
                        // Ctrl-C is for the command; the shell stays to write down what became of it.
                        + "trap : INT%n".formatted()
                        + command.stream().map(Terminal::quoted).collect(Collectors.joining(" "))
                        + "%necho $? > %s.new%nmv %s.new %s%n".formatted(quoted(code), quoted(code), quoted(code)));
        tmux("-f", settings.toString(), "new-session", "-d", "-x", "100", "-y", "45", "sh", script.toString());
    }

    /** Types a text, and ends the line. */
    void type(String text) throws IOException {
        tmux("send-keys", "-l", text);
        press("Enter");
    }

    /** Presses a key, by the name that tmux has for it. */
    void press(String key) throws IOException {
        tmux("send-keys", key);
    }

    /** Returns all that is to be seen, what has scrolled away included. */
    String screen() throws IOException {
        return tmux("capture-pane", "-p", "-J", "-S", "-");
    }

    /** Waits until a text is to be seen. */
    void await(String text) {
        Awaitility.await("'%s' on the screen".formatted(text))
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .failFast("the command has ended", () -> Files.exists(code) && !screen().contains(text))
                .until(() -> screen().contains(text));
    }

    /** Waits until the command has ended, and returns what it tells the shell. */
    int code() throws IOException {
        Awaitility.await("the end of the command")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> Files.exists(code));
        return Integer.parseInt(Files.readString(code).strip());
    }

    @Override
    public void close() throws IOException {
        tmux("kill-server");
    }

    private String tmux(String... words) throws IOException {
        var command = new ArrayList<>(List.of("tmux", "-L", socket));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().remove("TMUX");
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("tmux %s: %s".formatted(words[0], said));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
        return said;
    }

    private static String quoted(Object word) {
        return "'" + word.toString().replace("'", "'\\''") + "'";
    }
}
