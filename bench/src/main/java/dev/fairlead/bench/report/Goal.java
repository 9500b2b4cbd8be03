package dev.fairlead.bench.report;

import static dev.fairlead.bench.contenders.Figure.CPU;
import static dev.fairlead.bench.contenders.Figure.HEAP;
import static dev.fairlead.bench.contenders.Figure.P50;
import static dev.fairlead.bench.contenders.Figure.RATE;
import static dev.fairlead.bench.contenders.Figure.RSS;
import static dev.fairlead.bench.contenders.Figure.THREADS;
import static dev.fairlead.bench.report.Measured.ratio;

import dev.fairlead.bench.contenders.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Something to be reached at a workload.
 *
 * @param atLeast whether more is better
 */
record Goal(String workload, String what, boolean atLeast, double bound, ToDoubleFunction<Measured> seen) {
    private static final String JAVA_SDK = "java-sdk";
    // 256 in flight, 5 ms each.
    private static final double IDEAL_RATE = 256 / 0.005;
    private static final double KIB_PER_KB = 1 / 1.024;

    /** Returns all of them. */
    static List<Goal> all() {
        var goals = new ArrayList<Goal>();
        goals.add(atMost("stdio-1", "p50 × floor", 1.5, measured -> toOnly(measured, P50, Role.FLOOR)));
        goals.add(atMost("stdio-1", "CPU × floor", 2.5, measured -> toOnly(measured, CPU, Role.FLOOR)));
        goals.add(toBestPeer("stdio-1", 2));
        goals.add(atLeast(
                "stdio-1",
                "rate ÷ Java SDK",
                5,
                measured -> ratio(RATE, measured.only(Role.OURS), measured.named(JAVA_SDK))));
        goals.add(atLeast("stdio-64", "rate ÷ floor", 0.35, measured -> toOnly(measured, RATE, Role.FLOOR)));
        goals.add(toBestPeer("stdio-64", 3));
        for (var one : List.of("json-1", "events-1", "modern-json-1", "modern-events-1")) {
            goals.add(atMost(one, "p50 × OkHttp", 1.3, measured -> toOnly(measured, P50, Role.ENGINE)));
            goals.add(atMost(one, "CPU × OkHttp", 1.3, measured -> toOnly(measured, CPU, Role.ENGINE)));
        }
        Stream.of("json-1", "events-1", "json-64", "events-64").forEach(id -> goals.add(toBestPeer(id, 3)));
        Stream.of("stdio-1mb", "json-1mb", "events-1mb", "stdio-10mb", "json-10mb", "events-10mb")
                .forEach(id -> goals.add(toBestPeer(id, 1.5)));
        Stream.of("stdio-1000-tools", "json-1000-tools", "stdio-10000-tools", "json-10000-tools")
                .forEach(id -> goals.add(toBestPeer(id, 3)));
        goals.add(atLeast("stdio-delayed", "rate ÷ ideal", 0.9, measured -> ours(measured, RATE) / IDEAL_RATE));
        goals.add(atMost("stdio-200", "threads each", 3, measured -> ours(measured, THREADS)));
        goals.add(atMost("stdio-200", "RSS each, kB", 300, measured -> ours(measured, RSS) / KIB_PER_KB));
        for (var many : List.of("json-500", "listening-500")) {
            goals.add(atMost(many, "platform threads each", 0.05, measured -> ours(measured, THREADS)));
            goals.add(atMost(many, "live heap each, kB", 30, measured -> ours(measured, HEAP) / KIB_PER_KB));
        }
        for (var first : List.of("stdio-first", "json-first", "stdio-first-prepared", "json-first-prepared")) {
            goals.add(atLeast(
                    first,
                    "best peer's time ÷ ours",
                    1,
                    measured -> ratio(P50, measured.bestPeer(P50), measured.only(Role.OURS))));
        }
        return goals;
    }

    /** Returns what was seen, and whether that is enough; only of what was measured. */
    static Table table(Results results) {
        var rows = new ArrayList<List<String>>();
        for (var goal : all()) {
            results.of(goal.workload).ifPresent(measured -> rows.add(goal.row(measured)));
        }
        return new Table(List.of("workload", "figure", "must be", "seen", ""), rows);
    }

    private List<String> row(Measured measured) {
        double value = seen.applyAsDouble(measured);
        var verdict = !Double.isFinite(value) ? "not seen" : reached(value) ? "reached" : "missed";
        return List.of(measured.title(), what, (atLeast ? "≥ " : "≤ ") + number(bound), Units.ratio(value), verdict);
    }

    boolean reached(double value) {
        return atLeast ? value >= bound : value <= bound;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static Goal toBestPeer(String workload, double bound) {
        return atLeast(
                workload,
                "rate ÷ best peer",
                bound,
                measured -> ratio(RATE, measured.only(Role.OURS), measured.bestPeer(RATE)));
    }

    private static Goal atLeast(String workload, String what, double bound, ToDoubleFunction<Measured> seen) {
        return new Goal(workload, what, true, bound, seen);
    }

    private static Goal atMost(String workload, String what, double bound, ToDoubleFunction<Measured> seen) {
        return new Goal(workload, what, false, bound, seen);
    }

    private static double ours(Measured measured, Figure figure) {
        return measured.only(Role.OURS).map(entry -> entry.median(figure)).orElse(Double.NaN);
    }

    private static double toOnly(Measured measured, Figure figure, Role role) {
        return ratio(figure, measured.only(Role.OURS), measured.only(role));
    }
}
