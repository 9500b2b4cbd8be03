package dev.fairlead.host.campaign;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.fairlead.testkit.process.ThreadNames;
import dev.fairlead.wire.Deadline;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the program holds at a moment.
 *
 * @param heap bytes in use right after a collection
 * @param threads how many threads of ours there are, by the sort of their names
 * @param children how many processes it has started
 * @param platform how many platform threads there are, whoever they belong to
 * @param descriptors how many files and connections are open; 0 where nobody can tell
 */
record Vitals(long heap, Map<String, Long> threads, long children, long platform, long descriptors) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofMillis(250);
    private static final Pattern OURS = Pattern.compile("(fairlead-|lane |open |close |list |changes |check |end ).*");

    /** Looks at everything but virtual threads, of which there are many while something is done. */
    static Vitals now() {
        return of(platformThreads());
    }

    /** Looks at everything, virtual threads included; for when nothing is done. */
    static Vitals atRest() {
        return of(ThreadNames.all().stream());
    }

    private static Vitals of(Stream<String> names) {
        System.gc();
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new Vitals(
                heap,
                ours(names),
                ProcessHandle.current().children().count(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                openDescriptors());
    }

    private static long openDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }

    long threadCount() {
        return threads.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Looks again until there is no more than before, or what is left is left; descriptors do not count. */
    static Vitals settling(Vitals before) throws InterruptedException {
        return settling(before, Long.MAX_VALUE);
    }

    /** Looks again until there is no more than before, and at most so many descriptors, or what is left is left. */
    static Vitals settling(Vitals before, long mostDescriptors) throws InterruptedException {
        var deadline = Deadline.after(PATIENCE);
        var now = now();
        while (true) {
            if (now.within(before)) {
                now = atRest();
            }
            boolean settled = now.within(before) && now.descriptors <= mostDescriptors;
            if (settled || deadline.passed()) {
                return now;
            }
            Deadline.after(AGAIN).await();
            now = now();
        }
    }

    /** Tells whether there are no other threads and no more processes than at another moment. */
    boolean within(Vitals other) {
        return children <= other.children
                && threads.entrySet().stream()
                        .allMatch(sort -> sort.getValue() <= other.threads.getOrDefault(sort.getKey(), 0L));
    }

    /** Returns the same with room for the watchdog of processes, which comes with the first and stays. */
    Vitals withWatchdog() {
        return new Vitals(heap, threads, children + 1, platform, descriptors);
    }

    /** Returns the same without descriptors that are looked at elsewhere. */
    Vitals without(long others) {
        return new Vitals(heap, threads, children, platform, Math.max(0, descriptors - others));
    }

    private static Map<String, Long> ours(Stream<String> names) {
        return names.filter(OURS.asMatchPredicate())
                .filter(name -> !name.equals("fairlead-lifeline"))
                .map(name -> name.replaceAll("\\d+", "#"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    private static Stream<String> platformThreads() {
        var all = ManagementFactory.getThreadMXBean();
        return Stream.of(all.getThreadInfo(all.getAllThreadIds()))
                .filter(Objects::nonNull) // It has ended between the two.
                .map(ThreadInfo::getThreadName);
    }
}
