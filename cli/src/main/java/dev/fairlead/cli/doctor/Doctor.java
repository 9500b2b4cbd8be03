package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.ServerWord;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.OutputFile;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead doctor}. */
public final class Doctor {
    private final List<String> words;
    private final ConfigOptions config;
    private final @Nullable Path junit;
    private final Visit visit;

    Doctor(List<String> words, ConfigOptions config, @Nullable Path junit, Visit visit) {
        this.words = words;
        this.config = config;
        this.junit = junit;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> {
            var command = visit.surroundings().serverCommand();
            var charts = words.isEmpty() && command == null ? everything() : List.of(one(attempt));
            return print(attempt, new Diagnosis(charts));
        });
    }

    private ExitCode print(Attempt attempt, Diagnosis diagnosis) {
        if (junit != null) {
            write(junit, JunitXml.of(diagnosis.charts()));
        }
        visit.printer().print(attempt, diagnosis);
        return ExitCode.of(diagnosis.failure());
    }

    private static void write(Path file, String text) {
        try {
            OutputFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw UnusableException.unwritten("--junit %s could not be written".formatted(file), unwritable);
        }
    }

    private Chart one(Attempt attempt) {
        var command = visit.surroundings().serverCommand();
        if (command != null && !words.isEmpty()) {
            try (var targets = visit.targets()) {
                throw new IllegalStateException("not refused: " + targets.only(words, DoctorCommand.NAME));
            }
        }
        var subject = command == null ? Url.shown(words.getFirst()) : nameOf(command);
        attempt.meets(subject);
        var entry = command == null && words.size() == 1 ? entry(words.getFirst()) : Optional.<ServerExam.Entry>empty();
        return alone(List.of(() -> new ServerExam(visit, subject, entry).examine(words)))
                .getFirst();
    }

    private static String nameOf(List<String> command) {
        return command.isEmpty() || command.getFirst().isBlank()
                ? ""
                : StdioTransport.of(ServerCommand.of(command)).server();
    }

    /** Returns what files say of the name of a server, where a word is one. */
    private Optional<ServerExam.Entry> entry(String word) {
        return switch (ServerWord.of(word, visit.surroundings(), config.files())) {
            case ServerWord.InFile entry -> {
                var servers = ConfiguredServers.read(visit.surroundings(), List.of(entry.file()));
                yield Optional.of(new ServerExam.Entry(servers, entry.name()));
            }
            case ServerWord.Name(var name)
            when !Url.isUrl(name) ->
                Optional.of(new ServerExam.Entry(ConfiguredServers.read(visit.surroundings(), config.files()), name));
            case ServerWord.Name mistyped -> Optional.empty();
            case ServerWord.Address address -> Optional.empty();
            case ServerWord.Script script -> Optional.empty();
            case ServerWord.BuiltIn builtIn -> Optional.empty();
        };
    }

    private List<Chart> everything() {
        var configured = ConfiguredServers.read(visit.surroundings(), config.files());
        var exams = new ArrayList<Callable<Chart>>();
        exams.add(() -> new MachineExam(visit, configured).examine());
        for (var server : configured.configuration().servers()) {
            exams.add(() -> server(configured, server));
        }
        return alone(exams);
    }

    private Chart server(ConfiguredServers configured, ServerConfig server) {
        if (!server.enabled()) {
            return Chart.ofServer(server.name())
                    .add(Check.skipped(
                            ServerExam.CONFIGURATION,
                            "%s says that it is not used".formatted(ConfiguredServers.place(server.origin()))));
        }
        if (ServerWord.of(server.name(), visit.surroundings(), config.files()) instanceof ServerWord.BuiltIn) {
            return Chart.ofServer(server.name())
                    .add(Check.warning(
                            ServerExam.CONFIGURATION,
                            "%s has the name of a server that is built in, which counts"
                                    .formatted(ConfiguredServers.place(server.origin())),
                            "give it another name"));
        }
        return new ServerExam(visit, server.name(), Optional.of(new ServerExam.Entry(configured, server.name())))
                .examine(List.of(server.name()));
    }

    /** Does all of it at once, on threads that can be interrupted wherever they wait. */
    private static List<Chart> alone(List<Callable<Chart>> exams) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<Chart>>();
            exams.forEach(exam -> running.add(threads.submit(exam)));
            try {
                var charts = new ArrayList<Chart>();
                for (var one : running) {
                    charts.add(one.get());
                }
                return charts;
            } catch (InterruptedException stopped) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new CallCancelledException("looking at servers", "all", false);
            } catch (ExecutionException failed) {
                threads.shutdownNow();
                throw failed.getCause() instanceof RuntimeException problem
                        ? problem
                        : new IllegalStateException(failed.getCause());
            }
        }
    }
}
