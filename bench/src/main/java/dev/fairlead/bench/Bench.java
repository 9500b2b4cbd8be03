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
import java.util.regex.Pattern;

/** Measures all contenders in one run and shows what was seen. */
public final class Bench {
    private static final int USAGE = 64;
    private static final String RESULTS = "results.json";

    private Bench() {}

    /** Runs in the project's folder; {@code bench/run} explains the arguments. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var words = new ArrayDeque<>(List.of(args));
        var settings = Settings.full();
        boolean all = true;
        boolean docs = false;
        boolean measure = true;
        var only = Pattern.compile("");
        while (!words.isEmpty()) {
            var word = words.remove();
            switch (word) {
                case "quick" -> {
                    settings = Settings.quick();
                    all = false;
                }
                case "--docs" -> docs = true;
                case "--again" -> measure = false;
                case "--rounds" -> settings = settings.withRounds(Integer.parseInt(value(word, words)));
                case "--only" -> {
                    only = Pattern.compile(value(word, words));
                    all = true;
                }
                default -> throw usage("there is no " + word);
            }
        }
        boolean every = all;
        var wanted = only;
        var workloads = Workload.all().stream()
                .filter(workload -> (every || workload.quick())
                        && wanted.matcher(workload.id()).find())
                .toList();
        if (workloads.isEmpty()) {
            throw usage("no workload is named like that; there are "
                    + Workload.all().stream().map(Workload::id).toList());
        }
        var module = Path.of("bench").toAbsolutePath();
        var target = Files.createDirectories(module.resolve("target"));
        if (measure) {
            new Run(module, line -> System.err.println("bench: " + line))
                    .measure(workloads, settings)
                    .write(target.resolve(RESULTS));
        }
        show(target, docs);
    }

    private static void show(Path target, boolean docs) throws IOException {
        var report = new Report(Results.read(target.resolve(RESULTS)));
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(report.text());
        report.write(target, "results");
        if (docs) {
            report.write(Path.of("docs"), "performance");
        }
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
