package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What tests ask of processes and threads from outside. */
final class ProcessProbe {
    private ProcessProbe() {}

    static ServerCommand sh(String script) {
        return ServerCommand.of("sh", "-c", script);
    }

    static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
    }

    /** A process that only waits to be collected by whoever adopted it has ended. */
    private static boolean isZombie(long pid) {
        return status(Path.of("/proc", Long.toString(pid))).contains("State:\tZ");
    }

    /** The children of a process, also those that have ended and were not collected. */
    static List<String> children(long parent) throws IOException {
        try (var folders = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            var children = new ArrayList<String>();
            for (var folder : folders) {
                var status = status(folder);
                if (status.contains("\nPPid:\t" + parent + "\n")) {
                    children.add(status);
                }
            }
            return children;
        }
    }

    private static String status(Path folder) {
        try {
            return Files.readString(folder.resolve("status"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The process went away in the meantime.
            return "";
        }
    }

    static void awaitGone(Duration limit, Collection<Long> pids) {
        await().pollInterval(Duration.ofMillis(20))
                .atMost(limit)
                .untilAsserted(
                        () -> assertThat(pids).filteredOn(ProcessProbe::runs).isEmpty());
    }

    static Duration timed(Runnable action) {
        long before = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - before);
    }

    static BufferedReader lines(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    static long pidFrom(BufferedReader lines) {
        try {
            var line = lines.readLine();
            assertThat(line).as("a pid").isNotNull();
            return Long.parseLong(line.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The platform threads whose name begins like this. */
    static List<String> threads(String prefix) {
        return threadNames().filter(name -> name.startsWith(prefix)).toList();
    }

    private static Stream<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName);
    }
}
