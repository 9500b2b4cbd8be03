package dev.fairlead.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures calls over stdio: one caller's latency and 64 callers' throughput, all contenders in each round. */
public final class StdioBench {
    private static final int WARM_UP = 20_000;
    private static final int SINGLE_CALLS = 5_000;
    private static final int CROWD_CALLS = 20_000;
    private static final int WIDTH = 64;

    private StdioBench() {}

    private record Measure(double medianMicros, double callsPerSecond) {}

    /** Runs {@code args[0]} rounds, five unless told otherwise, and prints the medians. */
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        try (var raw = new RawPipe();
                var fairlead = FairleadClient.overStdio();
                var sdk = OfficialSdk.overStdio()) {
            var contenders = List.<Contender>of(raw, fairlead, sdk);
            for (var contender : contenders) {
                singles(contender, WARM_UP);
                contender.calls(WARM_UP, WIDTH);
            }
            var measures =
                    contenders.stream().map(c -> new ArrayList<Measure>()).toList();
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < contenders.size(); i++) {
                    measures.get(i)
                            .add(new Measure(singles(contenders.get(i), SINGLE_CALLS), crowd(contenders.get(i))));
                }
            }
            print(contenders, measures);
            System.out.printf("calls of the SDK that failed and were made again: %d%n", sdk.failures());
        }
    }

    private static double singles(Contender contender, int calls) throws Exception {
        var nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            contender.call();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[calls / 2] / 1000.0;
    }

    private static double crowd(Contender contender) throws Exception {
        long start = System.nanoTime();
        contender.calls(CROWD_CALLS, WIDTH);
        return CROWD_CALLS * 1e9 / (System.nanoTime() - start);
    }

    private static void print(List<? extends Contender> contenders, List<? extends List<Measure>> measures) {
        System.out.printf("%-20s %14s %10s %16s %10s%n", "", "1 caller, p50", "x floor", "64 callers, 1/s", "x SDK");
        double floor =
                median(measures.getFirst().stream().map(Measure::medianMicros).toList());
        double sdk =
                median(measures.getLast().stream().map(Measure::callsPerSecond).toList());
        for (int i = 0; i < contenders.size(); i++) {
            double micros =
                    median(measures.get(i).stream().map(Measure::medianMicros).toList());
            double rate =
                    median(measures.get(i).stream().map(Measure::callsPerSecond).toList());
            System.out.printf(
                    "%-20s %11.1f us %10.2f %16.0f %10.2f%n",
                    contenders.get(i).name(), micros, micros / floor, rate, rate / sdk);
        }
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
