package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.real.InstalledProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The command in a pseudo-terminal, as tmux shows it. */
final class Tmux implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final String socket;

    private Tmux(String socket) {
        this.socket = socket;
    }

    /** Tells whether there is a tmux here. */
    static boolean isThere() {
        return InstalledProgram.reasonToSkip("tmux").isEmpty();
    }

    /** Starts the command in a terminal of its own, and shows its exit code when it ends. */
    static Tmux running(Path folder, Map<String, String> variables, String... words) throws Exception {
        var script = folder.resolve("run.sh");
        var command = new ArrayList<>(CommandProcess.java(List.of("--enable-native-access=ALL-UNNAMED"), Main.class));
        command.addAll(List.of(words));
        var line = command.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        var exports = variables.entrySet().stream()
                .map(entry -> "export %s='%s'%n".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining());
        // Stays until it was read: what has ended cannot be looked at any more.
        Files.writeString(script, "trap : INT\n" + exports + line + "\necho \"code $?\"\nread -r unused\n");
        var tmux = new Tmux(folder.resolve("tmux").toString());
        tmux.tell("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "60", "sh " + script);
        return tmux;
    }

    /** Types keys, named as tmux names them. */
    void type(String... keys) throws Exception {
        var words = new ArrayList<>(List.of("send-keys"));
        words.addAll(List.of(keys));
        tell(words.toArray(String[]::new));
    }

    /** Waits until the screen shows this, and returns all of it. */
    String await(String text) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(screen()).contains(text));
        return screen();
    }

    String screen() {
        try {
            return tell("capture-pane", "-p");
        } catch (IOException | InterruptedException gone) {
            throw new AssertionError(gone);
        }
    }

    /** Returns what tmux knows of the terminal under this name. */
    String state(String name) throws Exception {
        return tell("display-message", "-p", "#{%s}".formatted(name)).strip();
    }

    private String tell(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("tmux", "-S", socket));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Override
    public void close() throws Exception {
        tell("kill-server");
    }
}
