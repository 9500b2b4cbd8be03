package dev.fairlead.bench.contenders;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Does one thing again and again for some time, and tells what it cost. */
final class Batch {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();
    private static final int MOST_FAILURES_IN_A_ROW = 20;

    private Batch() {}

    /** What is done; returns how many nanoseconds of it count. */
    interface Step {
        long run() throws Exception;
    }

    private interface Body {
        Outcome run(long endNanos) throws Exception;
    }

    private record Outcome(Histogram times, long failed) {}

    /** Makes calls with this many under way at a time. */
    static Map<Figure, Double> calls(Client client, long millis, int width) throws Exception {
        if (width == 1) {
            return steps(millis, timed(client::call));
        }
        if (client instanceof Client.Windowed windowed) {
            return measured(millis, end -> {
                var times = new Histogram();
                long ignored = windowed.calls(end, width, times);
                return new Outcome(times, 0);
            });
        }
        var step = timed(client::call);
        return measured(millis, end -> crowd(step, end, width));
    }

    /** Does something on this thread. */
    static Map<Figure, Double> steps(long millis, Step step) throws Exception {
        var times = new Histogram();
        return measured(millis, end -> loop(step, end, times));
    }

    private interface Plain {
        void run() throws Exception;
    }

    private static Step timed(Plain plain) {
        return () -> {
            long start = System.nanoTime();
            plain.run();
            return System.nanoTime() - start;
        };
    }

    private static Outcome crowd(Step step, long end, int width) throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var callers = IntStream.range(0, width)
                    .mapToObj(i -> executor.submit(() -> loop(step, end, new Histogram())))
                    .toList();
            var times = new Histogram();
            long failed = 0;
            for (Future<Outcome> caller : callers) {
                times.add(caller.get().times());
                failed += caller.get().failed();
            }
            return new Outcome(times, failed);
        }
    }

    /** Goes on after a failure: some clients fail now and then when they have much to do. At least one step is done. */
    private static Outcome loop(Step step, long end, Histogram times) throws Exception {
        long failed = 0;
        var inARow = new ArrayDeque<RuntimeException>();
        do {
            try {
                times.add(step.run());
                inARow.clear();
            } catch (RuntimeException failure) {
                failed++;
                inARow.add(failure);
                if (inARow.size() == MOST_FAILURES_IN_A_ROW) {
                    throw inARow.getFirst(); // The others may well be its consequences.
                }
            }
        } while (System.nanoTime() < end);
        return new Outcome(times, failed);
    }

    private static Map<Figure, Double> measured(long millis, Body body) throws Exception {
        long compiling = COMPILERS.getTotalCompilationTime();
        long allocated = THREADS.getTotalThreadAllocatedBytes();
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        var outcome = body.run(start + millis * 1_000_000);
        long took = System.nanoTime() - start;
        long cpuTook = SYSTEM.getProcessCpuTime() - cpu;
        long allocatedNow = THREADS.getTotalThreadAllocatedBytes() - allocated;
        double compiledMillis = COMPILERS.getTotalCompilationTime() - compiling;
        double count = outcome.times().count();
        var figures = new EnumMap<Figure, Double>(Figure.class);
        figures.put(Figure.P50, outcome.times().micros(0.5));
        figures.put(Figure.P90, outcome.times().micros(0.9));
        figures.put(Figure.P99, outcome.times().micros(0.99));
        figures.put(Figure.RATE, count * 1e9 / took);
        figures.put(Figure.CPU, cpuTook / 1e3 / count);
        figures.put(Figure.ALLOCATED, allocatedNow / count);
        figures.put(Figure.COMPILING, compiledMillis * 1e6 / took);
        figures.put(Figure.FAILED, (double) outcome.failed());
        return figures;
    }
}
