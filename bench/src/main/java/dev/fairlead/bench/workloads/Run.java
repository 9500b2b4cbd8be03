package dev.fairlead.bench.workloads;

import dev.fairlead.bench.report.Measured;
import dev.fairlead.bench.report.Results;
import dev.fairlead.bench.report.Seen;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Measures a number of workloads, one after another. */
public final class Run {
    private final Path target;
    private final Path nodeProgram;
    private final Consumer<String> news;

    /**
     * Prepares it.
     *
     * @param module the folder of the module
     * @param news hears how far it is
     */
    public Run(Path module, Consumer<String> news) {
        this.target = module.resolve("target");
        this.nodeProgram = module.resolve("src/main/node/contender.mjs");
        this.news = news;
    }

    /** Measures. */
    public Results measure(List<Workload> workloads, Settings settings) throws IOException, InterruptedException {
        var folder = Files.createDirectories(target.resolve("run"));
        var entrants = new ArrayList<>(Entrant.inJvms());
        entrants.addAll(new NodeInstall(target.resolve("node"), nodeProgram, news).entrants());
        var seen = new Seen(
                Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
                machine(),
                settings.name(),
                settings.rounds());
        var measured = new ArrayList<Measured>();
        for (var workload : workloads) {
            measured.add(new Turns(workload, settings, folder, news).take(entrants, seen));
        }
        return new Results(measured);
    }

    private static String machine() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "%s %s, %d cores, load %.1f, JDK %s",
                system.getName(),
                system.getArch(),
                system.getAvailableProcessors(),
                system.getSystemLoadAverage(),
                Runtime.version().feature());
    }
}
