package dev.fairlead.bench.workloads;

import dev.fairlead.bench.contenders.Figure;
import dev.fairlead.protocol.rpc.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A contender's process. */
final class Participant implements AutoCloseable {
    private final Process process;
    private final LinkedBlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

    private volatile boolean closing;

    private Participant(Process process) {
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param log where its errors go
     */
    static Participant start(List<String> command, Map<String, String> variables, Path log) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(variables);
        var participant = new Participant(builder.start());
        Thread.ofVirtual().start(participant::read);
        return participant;
    }

    /** Gives a command and waits for the figures, as long as there is some progress within the limit. */
    Map<Figure, Double> ask(String command, Duration limit) throws Trouble, InterruptedException {
        try {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            throw new Trouble("fails: its process has ended");
        }
        long end = System.nanoTime() + limit.toNanos();
        var progress = "";
        while (true) {
            var answer = answers.poll(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (answer == null) {
                throw new Trouble("hangs" + progress + ": no answer within " + limit.toSeconds() + " s");
            }
            var figures = json(answer.orElseThrow(() -> new Trouble("fails: its process has ended")));
            if (figures.has("error")) {
                throw new Trouble(
                        "fails" + progress + ": " + figures.path("error").asString());
            }
            if (!figures.has("at")) {
                return figures(figures);
            }
            progress = " after " + figures.path("at").asInt() + " connections";
            end = System.nanoTime() + limit.toNanos();
        }
    }

    private static JsonNode json(String answer) throws Trouble {
        try {
            return Json.parse(answer);
        } catch (RuntimeException noJson) {
            throw new Trouble("fails: it said " + answer);
        }
    }

    private static Map<Figure, Double> figures(JsonNode json) {
        var figures = new EnumMap<Figure, Double>(Figure.class);
        for (var figure : Figure.values()) {
            if (json.path(figure.id()).isNumber()) {
                figures.put(figure, json.path(figure.id()).asDouble());
            }
        }
        return figures;
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().map(Optional::of).forEach(answers::add);
        } catch (IOException | UncheckedIOException cutOff) {
            if (!closing) {
                throw new IllegalStateException("a contender was cut off", cutOff);
            }
        } finally {
            answers.add(Optional.empty());
        }
    }

    /** Lets it end by itself, so that it can write what a JVM writes in the end; not for longer than the limit. */
    void leave(Duration limit) throws InterruptedException, IOException {
        process.getOutputStream().close();
        boolean ignored = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closing = true;
        var servers = process.descendants().toList();
        process.destroyForcibly();
        servers.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
