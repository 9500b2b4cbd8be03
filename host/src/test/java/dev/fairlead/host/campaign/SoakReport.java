package dev.fairlead.host.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What came out of a soak, in figures, and whether it is as it should be. */
final class SoakReport {
    private static final double MEGABYTE = 1 << 20;
    private static final double MAY_GROW_BY = 1; // MiB in an hour
    /** By how much heaps differ that hold the same, where calls are under way and caches are filled. */
    private static final double SCATTER = 4;

    private static final int TOGETHER = 4; // looks, of which the least counts: it has the fewest calls under way
    /** Room for the events that a host keeps, as they fill up only in the course of a short one. */
    private static final double EVENTS = 16;

    static final int BAND = 16; // threads, or descriptors

    private final long seed;
    private final boolean thorough;
    private final Duration length;
    private final int sent;
    private final SoakTimes times;
    private final SoakWindows windows;
    private final Map<Harm, Integer> done;
    private final int connections;
    private final List<Vitals> samples;
    private final List<Vitals> first;
    private final List<Vitals> last;
    private final Vitals before;
    private final Vitals after;
    private final List<String> faults;

    SoakReport(
            long seed,
            boolean thorough,
            Duration length,
            int sent,
            SoakTimes times,
            SoakWindows windows,
            Map<Harm, Integer> done,
            int connections,
            List<Vitals> samples,
            Vitals before,
            Vitals after,
            List<String> known) {
        this.seed = seed;
        this.thorough = thorough;
        this.length = length;
        this.sent = sent;
        this.times = times;
        this.windows = windows;
        this.done = done;
        this.connections = connections;
        this.samples = List.copyOf(samples);
        this.first = this.samples.subList(0, samples.size() / 3);
        this.last = this.samples.subList(samples.size() - samples.size() / 3, samples.size());
        this.before = before;
        this.after = after;
        this.faults = new ArrayList<>(known);
        if (times.calls() != sent) {
            faults.add("%s calls were made, and %s ended".formatted(sent, times.calls()));
        }
        if (first.isEmpty()) {
            faults.add("nobody looked at memory and threads");
        } else {
            judgeSize();
        }
    }

    /** Returns what is not as it should be. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    Map<Harm, Integer> done() {
        return done;
    }

    private void judgeSize() {
        if (!after.within(before)) {
            faults.add("before the calls there were %s and after them %s".formatted(before, after));
        }
        double most = Math.max(MAY_GROW_BY * measuredHours(), thorough ? SCATTER : EVENTS);
        if (perHour() * measuredHours() > most) {
            faults.add("memory grew by %.1f MiB in %.2f hours, and may by %.1f"
                    .formatted(perHour() * measuredHours(), measuredHours(), most));
        }
        constant("threads", Vitals::platform);
        constant("descriptors", Vitals::descriptors);
    }

    private void constant(String what, ToLongFunction<Vitals> figure) {
        if (median(last, figure) > most(first, figure) + BAND) {
            faults.add("%s grew from %s to %s".formatted(what, spread(first, figure), spread(last, figure)));
        }
        if (figure.applyAsLong(after) > most(first, figure) + BAND) {
            faults.add("at rest there are %s %s after the calls, and in their first third there were at most %s"
                    .formatted(figure.applyAsLong(after), what, most(first, figure)));
        }
    }

    /** Returns what is looked at for memory: all but the first third, in which what is kept fills up. */
    private List<Vitals> settled() {
        return samples.subList(samples.size() / 3, samples.size());
    }

    private double measuredHours() {
        return length.toMillis() / 3_600_000.0 * settled().size() / samples.size();
    }

    /** Returns the slope of the heap in MiB in an hour: the middle one of all that lead from one look to a later one. */
    private double perHour() {
        var heaps = new ArrayList<Long>();
        for (int from = 0; from + TOGETHER <= settled().size(); from += TOGETHER) {
            heaps.add(settled().subList(from, from + TOGETHER).stream()
                    .mapToLong(Vitals::heap)
                    .min()
                    .orElseThrow());
        }
        double hoursEach = measuredHours() / settled().size() * TOGETHER;
        var slopes = new ArrayList<Double>();
        for (int from = 0; from < heaps.size(); from++) {
            for (int to = from + 1; to < heaps.size(); to++) {
                double grown = (heaps.get(to) - heaps.get(from)) / MEGABYTE;
                slopes.add(grown / ((to - from) * hoursEach));
            }
        }
        slopes.sort(null);
        return slopes.isEmpty() ? 0 : slopes.get(slopes.size() / 2);
    }

    /** Returns the figures as text. */
    String text() {
        var lines = new ArrayList<String>();
        lines.add("soak: %s calls in %s s to %s servers, seed %s"
                .formatted(sent, length.toSeconds(), SoakStage.SERVERS, seed));
        lines.add("  done: " + done);
        lines.add("  calls that failed: %s of %s, by what was done to their server: %s"
                .formatted(times.failures(), times.calls(), windows.failures()));
        lines.add("  until a call was answered again, ms at most: " + windows.longestUntilBack());
        lines.add("  calls took (median, 99%%, longest): %s; of servers that were being harmed: %s"
                .formatted(times.spread(false), times.spread(true)));
        times.errors().forEach((words, count) -> lines.add("  error %s x %s".formatted(count.get(), words)));
        if (!first.isEmpty()) {
            lines.add("  heap in KiB (least, median, most), first third: %s, last third: %s"
                    .formatted(
                            spread(first, vitals -> vitals.heap() >> 10), spread(last, vitals -> vitals.heap() >> 10)));
            lines.add(String.format(
                    Locale.ROOT,
                    "  heap per hour, without the first third: %.2f MiB; over %.2f hours",
                    perHour(),
                    measuredHours()));
            lines.add(figures("threads", Vitals::platform));
            lines.add(figures("descriptors but for connections", Vitals::descriptors)
                    + "; at most %s connections".formatted(connections));
            lines.add(figures("processes", Vitals::children));
        }
        lines.add("  threads of the host at rest, virtual ones included: %s before, %s after"
                .formatted(before.threadCount(), after.threadCount()));
        faults.stream().limit(20).forEach(fault -> lines.add("  FAULT " + fault));
        lines.add("soak: %s faults".formatted(faults.size()));
        return String.join(System.lineSeparator(), lines);
    }

    private String figures(String what, ToLongFunction<Vitals> figure) {
        return "  %s, first third: %s, last third: %s; at rest %s before, %s after"
                .formatted(
                        what,
                        spread(first, figure),
                        spread(last, figure),
                        figure.applyAsLong(before),
                        figure.applyAsLong(after));
    }

    private static String spread(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        var sorted = samples.stream().mapToLong(figure).sorted().toArray();
        return "%s/%s/%s".formatted(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    private static long median(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        return samples.stream().mapToLong(figure).sorted().toArray()[samples.size() / 2];
    }

    private static long most(List<Vitals> samples, ToLongFunction<Vitals> figure) {
        return samples.stream().mapToLong(figure).max().orElseThrow();
    }
}
