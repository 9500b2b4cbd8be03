package dev.fairlead.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.ToDoubleFunction;

/**
 * What a number of calls cost: times in microseconds, the processor's over all threads of this JVM, and bytes allocated,
 * both for each call.
 */
record Sample(double p50, double p90, double p99, double callsPerSecond, double cpu, double allocated) {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** Makes the calls and measures. */
    static Sample of(Contender contender, int calls, int width, ThreadFactory threads) throws Exception {
        long allocated = THREADS.getTotalThreadAllocatedBytes();
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        var nanos = Crowd.share(threads, calls, width, contender);
        long took = System.nanoTime() - start;
        long cpuTook = SYSTEM.getProcessCpuTime() - cpu;
        long allocatedNow = THREADS.getTotalThreadAllocatedBytes() - allocated;
        Arrays.sort(nanos);
        return new Sample(
                nanos[calls / 2] / 1e3,
                nanos[calls * 9 / 10] / 1e3,
                nanos[calls * 99 / 100] / 1e3,
                calls * 1e9 / took,
                cpuTook / 1e3 / calls,
                (double) allocatedNow / calls);
    }

    /** Returns the median of each figure. */
    static Sample median(List<Sample> samples) {
        return new Sample(
                median(samples, Sample::p50),
                median(samples, Sample::p90),
                median(samples, Sample::p99),
                median(samples, Sample::callsPerSecond),
                median(samples, Sample::cpu),
                median(samples, Sample::allocated));
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        var sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
