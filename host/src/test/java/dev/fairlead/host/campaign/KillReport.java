package dev.fairlead.host.campaign;

import dev.fairlead.host.campaign.Recoveries.Recovery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What came out of a campaign, in figures, and whether it is as it should be. */
final class KillReport {
    /** How late a thread may run on a machine that has other things to do. */
    private static final Duration LATE = Duration.ofSeconds(5);

    private static final Duration START = Duration.ofSeconds(60);
    /** Room for the events that a host keeps, as they fill up only in the course of a short campaign. */
    private static final long EVENTS = 16L << 20;

    private static final long MEGABYTE = 1L << 20;

    private final Duration length;
    private final long seed;
    private final Outcomes outcomes;
    private final Map<String, Integer> counts;
    private final List<Nemesis.Kill> kills;
    private final List<Recovery> recoveries;
    private final List<Vitals> first;
    private final List<Vitals> last;
    private final Vitals before;
    private final Vitals after;
    private final List<String> faults;

    KillReport(
            Duration length,
            long seed,
            Outcomes outcomes,
            Map<String, Integer> counts,
            List<Nemesis.Kill> kills,
            Recoveries told,
            List<Vitals> samples,
            Vitals before,
            Vitals after,
            List<String> known) {
        this.length = length;
        this.seed = seed;
        this.outcomes = outcomes;
        this.counts = counts;
        this.kills = kills;
        this.before = before;
        this.after = after;
        this.first = samples.subList(0, samples.size() / 3);
        this.last = samples.subList(samples.size() - samples.size() / 3, samples.size());
        this.faults = new ArrayList<>(known);
        this.recoveries = told.all(faults);
        judgeRecoveries();
        judgeSize();
        if (outcomes.doubled() > 0) {
            faults.add(outcomes.doubled() + " calls had two outcomes");
        }
    }

    /** Returns what is not as it should be. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    int kills() {
        return kills.size();
    }

    private void judgeRecoveries() {
        var killed = kills.stream().collect(Collectors.groupingBy(Nemesis.Kill::server, Collectors.counting()));
        var back = recoveries.stream().collect(Collectors.groupingBy(Recovery::server, Collectors.counting()));
        if (!killed.equals(back)) {
            faults.add("killed were %s, but back came %s".formatted(killed, back));
        }
        for (var recovery : recoveries) {
            if (recovery.pause().compareTo(recovery.longest().plus(LATE)) > 0
                    || recovery.start().compareTo(START) > 0) {
                faults.add("not within one step of the back-off: " + recovery);
            }
        }
    }

    private void judgeSize() {
        if (!after.within(before)) {
            faults.add("before the calls there were %s and after them %s".formatted(before, after));
        }
        if (first.isEmpty()) {
            faults.add("nobody looked at memory and threads");
            return;
        }
        long room = Math.max(EVENTS, median(first, Vitals::heap) / 4);
        if (median(last, Vitals::heap) > median(first, Vitals::heap) + room) {
            faults.add(
                    "memory grew from %s to %s".formatted(figures(first, Vitals::heap), figures(last, Vitals::heap)));
        }
        long more = KillCampaign.SERVERS;
        if (least(last, Vitals::threadCount) > least(first, Vitals::threadCount) + more) {
            faults.add("threads grew from %s to %s"
                    .formatted(figures(first, Vitals::threadCount), figures(last, Vitals::threadCount)));
        }
        if (least(last, Vitals::children) > least(first, Vitals::children) + 2) {
            faults.add("processes grew from %s to %s"
                    .formatted(figures(first, Vitals::children), figures(last, Vitals::children)));
        }
    }

    /** Returns the figures as text. */
    String text() {
        var lines = new ArrayList<String>();
        lines.add("kill campaign: %d calls in %d s to %d servers, %d kills, seed %d"
                .formatted(outcomes.calls(), length.toSeconds(), KillCampaign.SERVERS, kills.size(), seed));
        counts.forEach((what, count) -> lines.add("  calls %-28s %d".formatted(what, count)));
        lines.add("  calls took (median, 99%%, longest): %s, %s, %s ms"
                .formatted(
                        outcomes.percentile(0.5).toMillis(),
                        outcomes.percentile(0.99).toMillis(),
                        outcomes.percentile(1).toMillis()));
        outcomes.errors().forEach((words, count) -> lines.add("  error %d x %s".formatted(count.get(), words)));
        lines.add("  back after a kill: " + recoveries.size());
        lines.add("  noticed after ms (least, median, most): " + spread(noticed()));
        lines.add("  pause in ms: " + spread(millis(Recovery::pause)));
        lines.add("  start in ms: " + spread(millis(Recovery::start)));
        lines.add("  steps of the back-off: "
                + recoveries.stream().collect(Collectors.groupingBy(Recovery::step, Collectors.counting())));
        lines.add("  heap in MB, first third: %s, last third: %s"
                .formatted(
                        figures(first, vitals -> vitals.heap() / MEGABYTE),
                        figures(last, vitals -> vitals.heap() / MEGABYTE)));
        lines.add("  platform threads, first third: %s, last third: %s"
                .formatted(figures(first, Vitals::threadCount), figures(last, Vitals::threadCount)));
        lines.add("  processes, first third: %s, last third: %s"
                .formatted(figures(first, Vitals::children), figures(last, Vitals::children)));
        lines.add("  at rest before: %d threads, %d processes; after: %d, %d"
                .formatted(before.threadCount(), before.children(), after.threadCount(), after.children()));
        faults.stream().limit(20).forEach(fault -> lines.add("  FAULT " + fault));
        lines.add("kill campaign: %d faults".formatted(faults.size()));
        return String.join(System.lineSeparator(), lines);
    }

    private List<Long> noticed() {
        return recoveries.stream()
                .flatMap(recovery -> kills.stream()
                        .filter(kill -> kill.server().equals(recovery.server())
                                && !kill.at().isAfter(recovery.lost()))
                        .map(kill ->
                                Duration.between(kill.at(), recovery.lost()).toMillis())
                        .min(Comparator.naturalOrder())
                        .stream())
                .sorted()
                .toList();
    }

    private List<Long> millis(Function<Recovery, Duration> part) {
        return recoveries.stream()
                .map(recovery -> part.apply(recovery).toMillis())
                .sorted()
                .toList();
    }

    private static String spread(List<Long> sorted) {
        return sorted.isEmpty()
                ? "none"
                : "%d, %d, %d".formatted(sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
    }

    private static String figures(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        return spread(samples.stream().map(figure::applyAsLong).sorted().toList());
    }

    private static long least(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        return samples.stream().mapToLong(figure).min().orElseThrow();
    }

    private static long median(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        return samples.stream()
                .mapToLong(figure)
                .sorted()
                .skip(samples.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
