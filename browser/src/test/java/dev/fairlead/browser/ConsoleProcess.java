package dev.fairlead.browser;

import dev.fairlead.console.Console;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A console in a process of its own, which can be killed as a system that is short of memory kills one. */
final class ConsoleProcess implements AutoCloseable {
    private static final int SECONDS = 120;
    private static final String READY = "ready ";

    private final Process process;
    private final String url;

    private ConsoleProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Runs one in a folder that is named, at a port or, for 0, at the one of the last time or any. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var home = Path.of(arguments[0]);
        var environment =
                Map.of("FAIRLEAD_HOME", home.toString(), "PATH", System.getenv().getOrDefault("PATH", ""));
        try (var console = Console.builder()
                .home(home)
                .userHome(home)
                .environment(environment)
                .search(ConfigSearch.of(environment, home, home, "linux"))
                .host(host -> host.store(Stores.memory()).tokens(Stores.memory()))
                .start()) {
            System.out.println(READY + console.url());
            new CountDownLatch(1).await();
        }
    }

    /** Starts one and waits until it listens. */
    static ConsoleProcess start(Path home) {
        try {
            var process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ConsoleProcess.class.getName(),
                            home.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Killed with this program, if that ends before it ends this one.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(READY)) {
                    return new ConsoleProcess(process, line.substring(READY.length()));
                }
            }
            throw new IllegalStateException("the console ended before it was ready");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return url;
    }

    /** Returns the processes that it has started. */
    List<ProcessHandle> servers() {
        return process.descendants().toList();
    }

    /** Kills it, and only it, at once. */
    void kill() {
        process.destroyForcibly();
        awaitEnd(process.toHandle());
    }

    /** Waits until a process is gone; fails if it stays. */
    static void awaitEnd(ProcessHandle one) {
        try {
            one.onExit().get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a process", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("a process is still there: " + one.info().commandLine(), e);
        }
    }

    @Override
    public void close() {
        var all = servers();
        kill();
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
