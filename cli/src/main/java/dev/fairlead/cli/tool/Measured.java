package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Count;
import dev.fairlead.protocol.error.CallCancelledException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was measured of a server.
 *
 * @param tool the tool that was called; null for pings
 * @param connect how long connecting took
 * @param finished whether all was asked that was to be asked
 */
record Measured(
        @Nullable String tool, Duration connect, int callers, Timing.Result result, boolean finished, Visit visit)
        implements Outcome {
    private static final int BARS = 10;
    private static final int WIDTH = 40;

    @Override
    public void show(Page page) {
        var nanos = result.nanos();
        int failed = failed();
        page.line("connected in " + Milliseconds.text(connect));
        page.line("%s answered, %s failed, in %s with %s%s"
                .formatted(
                        tool == null ? Count.of(nanos.length, "ping") : Count.of(nanos.length, "call") + " of " + tool,
                        failed,
                        seconds(result.took()),
                        Count.of(callers, "caller"),
                        finished ? "" : "; stopped early"));
        if (nanos.length > 0) {
            page.line(String.format(Locale.ROOT, "%.1f calls/s", rate()));
            page.line("p50 %s   p90 %s   p99 %s   max %s"
                    .formatted(
                            text(50),
                            text(90),
                            text(99),
                            Milliseconds.text(Duration.ofNanos(nanos[nanos.length - 1]))));
        }
        if (failed > 0) {
            page.line("failures: "
                    + result.errors().entrySet().stream()
                            .map(one -> one.getKey() + " × " + one.getValue())
                            .collect(Collectors.joining(", ")));
        }
        if (nanos.length > 1 && visit.surroundings().screen().isOutputTerminal()) {
            page.lines(histogram(nanos));
        }
        page.line("each caller waits for its answer before it asks again; failures have no part in the times");
    }

    private double rate() {
        return result.nanos().length * 1e9 / Math.max(1, result.took().toNanos());
    }

    private int failed() {
        return result.errors().values().stream().mapToInt(Integer::intValue).sum();
    }

    private String text(int percent) {
        return Milliseconds.text(percentile(percent));
    }

    private @Nullable Duration percentile(int percent) {
        var nanos = result.nanos();
        if (nanos.length == 0) {
            return null;
        }
        int rank = (int) Math.ceil(percent / 100.0 * nanos.length);
        return Duration.ofNanos(nanos[Math.max(0, rank - 1)]);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toNanos() / 1e9);
    }

    /** Times differ by factors, so each bar stands for times that are so much longer than those before. */
    private static List<String> histogram(long[] nanos) {
        double low = Math.max(1, nanos[0]);
        double factor = Math.max(1.0001, Math.pow(nanos[nanos.length - 1] / low, 1.0 / BARS));
        var counts = new int[BARS];
        for (long one : nanos) {
            counts[(int) Math.min(BARS - 1, Math.max(0, Math.log(one / low) / Math.log(factor)))]++;
        }
        int most = java.util.Arrays.stream(counts).max().orElse(1);
        var lines = new java.util.ArrayList<String>();
        for (int bar = 0; bar < BARS; bar++) {
            var until = Milliseconds.text(Duration.ofNanos((long) (low * Math.pow(factor, bar + 1))));
            lines.add("%12s  %s %s"
                    .formatted(until, "#".repeat((int) Math.ceil((double) counts[bar] * WIDTH / most)), counts[bar])
                    .stripTrailing());
        }
        return lines;
    }

    @Override
    public void tell(ObjectNode document) {
        var nanos = result.nanos();
        document.put("tool", tool)
                .put("finished", finished)
                .put("connectMs", Milliseconds.number(connect))
                .put("concurrency", callers)
                .put("answered", nanos.length)
                .put("failed", failed())
                .put("tookMs", Milliseconds.number(result.took()))
                .put("callsPerSecond", nanos.length == 0 ? null : (Double) rate())
                .put("p50Ms", Milliseconds.number(percentile(50)))
                .put("p90Ms", Milliseconds.number(percentile(90)))
                .put("p99Ms", Milliseconds.number(percentile(99)))
                .put(
                        "maxMs",
                        nanos.length == 0 ? null : Milliseconds.number(Duration.ofNanos(nanos[nanos.length - 1])));
        var errors = document.putObject("failures");
        result.errors().forEach(errors::put);
    }

    @Override
    public @Nullable Failure failure() {
        if (!finished && !result.broken()) {
            return visit.judge(new CallCancelledException("measuring", "the measured one", true));
        }
        var thrown = result.thrown();
        return thrown != null ? visit.judge(thrown) : result.failed();
    }
}
