package dev.fairlead.bench;

import dev.fairlead.bench.report.Report;
import dev.fairlead.bench.report.Results;
import dev.fairlead.bench.workloads.Run;
import dev.fairlead.bench.workloads.Settings;
import dev.fairlead.bench.workloads.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Measures all contenders in one run and shows what was seen. */
public final class Bench {
    private static final int USAGE = 64;

    private Bench() {}

    /** Runs in the project's folder; {@code bench/run} explains the arguments. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var words = new ArrayDeque<>(List.of(args));
        var settings = Settings.full();
        boolean quick = false;
        boolean docs = false;
        boolean measure = true;
        Optional<Pattern> only = Optional.empty();
        while (!words.isEmpty()) {
            var word = words.remove();
            switch (word) {
                case "quick" -> {
                    settings = Settings.quick();
                    quick = true;
                }
                case "--docs" -> docs = true;
                case "--again" -> measure = false;
                case "--rounds" -> settings = settings.withRounds(Integer.parseInt(value(word, words)));
                case "--only" -> only = Optional.of(Pattern.compile(value(word, words)));
                default -> throw usage("there is no " + word);
            }
        }
        if (quick && docs) {
            throw usage("a quick run is a look and not for the documentation");
        }
        var workloads = wanted(only, quick);
        var module = Path.of("bench").toAbsolutePath();
        var target = Files.createDirectories(module.resolve("target"));
        // A look does not touch the figures to keep.
        var name = quick ? "quick" : "results";
        var file = target.resolve(name + ".json");
        var all = Results.read(file);
        if (measure) {
            var fresh = new Run(module, line -> System.err.println("bench: " + line)).measure(workloads, settings);
            all = all.with(fresh).of(ids(Workload.all()));
            all.write(file);
        }
        var shown = all.of(ids(workloads));
        if (shown.workloads().isEmpty()) {
            throw usage("nothing of that was measured yet");
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(new Report(shown).text(!quick));
        new Report(all).write(target, name);
        if (docs) {
            new Report(all).write(Path.of("docs"), "performance");
        }
    }

    private static List<Workload> wanted(Optional<Pattern> only, boolean quick) {
        var wanted = Workload.all().stream()
                .filter(workload -> only.map(
                                names -> names.matcher(workload.id()).matches())
                        .orElse(!quick || workload.quick()))
                .toList();
        if (wanted.isEmpty()) {
            throw usage("no workload is named like that; there are " + ids(Workload.all()));
        }
        return wanted;
    }

    private static List<String> ids(List<Workload> workloads) {
        return workloads.stream().map(Workload::id).toList();
    }

    private static String value(String option, ArrayDeque<String> words) {
        if (words.isEmpty()) {
            throw usage(option + " wants a value");
        }
        return words.remove();
    }

    private static RuntimeException usage(String problem) {
        System.err.println("bench: " + problem);
        System.exit(USAGE);
        return new IllegalStateException(problem);
    }
}
