package dev.fairlead.bench.workloads;

import dev.fairlead.bench.contenders.Address;
import dev.fairlead.bench.contenders.Figure;
import dev.fairlead.bench.report.Measured;
import dev.fairlead.bench.report.Measured.Entry;
import dev.fairlead.bench.report.Seen;
import dev.fairlead.bench.server.EchoScript;
import dev.fairlead.bench.server.EchoServer;
import dev.fairlead.bench.server.HttpEchoProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Lets all contenders take turns at one workload. Whoever fails or hangs is out of it, and nobody else. */
final class Turns {
    private final Workload workload;
    private final Settings settings;
    private final Path folder;
    private final Consumer<String> news;

    /**
     * Prepares them.
     *
     * @param folder for logs and what is prepared
     */
    Turns(Workload workload, Settings settings, Path folder, Consumer<String> news) {
        this.workload = workload;
        this.settings = settings;
        this.folder = folder;
        this.news = news;
    }

    /** Takes them all. */
    Measured take(List<Entrant> all, Seen seen) throws IOException, InterruptedException {
        var entrants =
                all.stream().filter(entrant -> entrant.takesPartIn(workload)).toList();
        var places = new LinkedHashMap<Entrant, Place>();
        if (workload.line().http()) {
            try (var server = HttpEchoProcess.start(workload.answers())) {
                var address = new Address.Web(server.url(workload.line().path()));
                entrants.forEach(entrant -> places.put(entrant, new Place(entrant, address)));
                rounds(places.values());
            }
        } else {
            var command =
                    workload.line() == Line.SCRIPT ? EchoScript.command() : EchoServer.command(workload.answers());
            entrants.forEach(entrant -> places.put(entrant, new Place(entrant, new Address.Program(command))));
            rounds(places.values());
        }
        return new Measured(
                workload.id(),
                workload.title(),
                seen,
                workload.answers().textLength(),
                places.values().stream().map(Place::entry).toList());
    }

    private void rounds(Collection<Place> all) throws InterruptedException {
        var places = List.copyOf(all);
        try {
            for (var place : places) {
                place.attempt(place::prepare);
            }
            settle(places);
            for (int round = 0; round < settings.rounds(); round++) {
                for (var place : shuffled(places, round)) {
                    place.attempt(place::turn);
                }
                news.accept(workload.title() + ": round " + (round + 1) + " of " + settings.rounds());
            }
        } finally {
            places.forEach(Place::stop);
        }
    }

    /** Returns an order in which nobody always comes after the same one; the same in every run. */
    private List<Place> shuffled(List<Place> places, int round) {
        var order = new ArrayList<>(places);
        Collections.shuffle(order, new Random(31L * workload.id().hashCode() + round));
        return order;
    }

    /**
     * Takes rounds that do not count. Whoever has waited for the others finds idle connections closed, runs through code that it
     * did not meet before, and has its compiler begin again.
     */
    private void settle(List<Place> places) throws InterruptedException {
        boolean compiling = true;
        for (int round = 0; compiling && round < settings.settlingRounds(); round++) {
            compiling = false;
            for (var place : places) {
                place.attempt(place::settle);
                compiling |= place.compiling;
            }
        }
    }

    private interface Step {
        void run() throws Trouble, IOException, InterruptedException;
    }

    /** One contender's part in it. */
    private final class Place {
        private final Entrant entrant;
        private final Address address;
        private final List<Map<Figure, Double>> rounds = new ArrayList<>();
        private final Preparation preparation;
        private Optional<Participant> running = Optional.empty();
        private Optional<String> trouble = Optional.empty();
        private boolean compiling;

        Place(Entrant entrant, Address address) {
            this.entrant = entrant;
            this.address = address;
            this.preparation = new Preparation(folder.resolve(entrant.id() + "-" + workload.id()));
        }

        Entry entry() {
            return new Entry(entrant.id(), entrant.label(), entrant.role(), rounds, trouble.orElse(null));
        }

        void attempt(Step step) throws InterruptedException {
            if (trouble.isEmpty()) {
                try {
                    step.run();
                } catch (Trouble | IOException reason) {
                    trouble = Optional.of(String.valueOf(reason.getMessage()));
                    news.accept(workload.title() + ": " + entrant.label() + " " + trouble.get());
                    stop();
                }
            }
        }

        void prepare() throws Trouble, IOException, InterruptedException {
            switch (workload.job()) {
                case Job.Many many -> {
                    // A process that has opened many is not used again.
                }
                case Job.First first -> {
                    // The first time, files are not yet in memory, and nothing is prepared.
                    preparation.begin();
                    var ignored = first();
                }
                default -> warmUp(start());
            }
        }

        void settle() throws Trouble, InterruptedException {
            compiling = false;
            if (running.isPresent()) { // All of them, as each round is to be like those that count.
                compiling = WarmUp.compiling(running.get().ask(command(), settings.limit()));
            }
        }

        void turn() throws Trouble, IOException, InterruptedException {
            rounds.add(
                    switch (workload.job()) {
                        case Job.First first -> first();
                        case Job.Many many -> {
                            var figures = start().ask(many.command(0), settings.limit());
                            stop();
                            yield figures;
                        }
                        default -> running.orElseThrow().ask(command(), settings.limit());
                    });
        }

        private String command() {
            return workload.job().command(settings.turnMillis());
        }

        /** Takes turns that do not count until they no longer get better. */
        private void warmUp(Participant participant) throws Trouble, InterruptedException {
            var limits = settings.warmUp();
            var warmUp = new WarmUp(
                    entrant.warmsUpSlowly() && workload.small() ? limits : limits.atMost(settings.shortWarmUp()));
            while (!warmUp.over()) {
                long start = System.nanoTime();
                var figures = participant.ask(command(), settings.limit());
                warmUp.add(figures, System.nanoTime() - start);
            }
        }

        private Map<Figure, Double> first() throws Trouble, IOException, InterruptedException {
            long start = System.nanoTime();
            var participant = start();
            var ignored = participant.ask(workload.job().command(0), settings.limit());
            double micros = (System.nanoTime() - start) / 1e3;
            if (rounds.isEmpty()) {
                participant.leave(settings.limit()); // What can be kept is written in the end.
            }
            stop();
            return Map.of(Figure.P50, micros);
        }

        private Participant start() throws IOException {
            var command = entrant.command(address, jvmOptions());
            var participant = Participant.start(command, variables(), folder.resolve(entrant.id() + ".log"));
            running = Optional.of(participant);
            return participant;
        }

        private List<String> jvmOptions() {
            var options = new ArrayList<String>();
            options.add("-Dbench.text=" + workload.answers().textLength());
            options.add(workload.job() instanceof Job.Many ? "-Xmx256m" : "-Xmx1g");
            if (settings.firstCompilerOnly()) {
                options.add("-XX:TieredStopAtLevel=1");
            }
            if (prepared()) {
                options.addAll(preparation.jvmOptions());
            }
            return options;
        }

        private Map<String, String> variables() {
            var variables = new HashMap<String, String>();
            variables.put("BENCH_TEXT", String.valueOf(workload.answers().textLength()));
            if (prepared()) {
                variables.putAll(preparation.variables());
            }
            return variables;
        }

        private boolean prepared() {
            return workload.job() instanceof Job.First first && first.prepared();
        }

        void stop() {
            running.ifPresent(Participant::close);
            running = Optional.empty();
        }
    }
}
