package dev.fairlead.bench.contenders;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What this JVM holds at one moment; sizes in KiB, -1 for what the system does not tell. */
public record Footprint(long platformThreads, long virtualThreads, long heap, long resident, long descriptors) {
    private static final Pattern VIRTUAL = Pattern.compile("^#\\d+ .* virtual");
    private static final int COLLECTIONS = 3;

    /** Collects the garbage and takes stock. */
    public static Footprint now() throws IOException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        // First of all, as counting threads leaves garbage: a text with the stack of each.
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
        return new Footprint(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                virtualThreadCount(),
                heap,
                residentKib(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getOpenFileDescriptorCount()
                        : -1);
    }

    /** Returns what came on top of an earlier one. */
    public Footprint since(Footprint before) {
        return new Footprint(
                platformThreads - before.platformThreads,
                virtualThreads - before.virtualThreads,
                heap - before.heap,
                resident - before.resident,
                descriptors - before.descriptors);
    }

    private static long virtualThreadCount() throws IOException {
        var folder = Files.createTempDirectory("footprint");
        var dump = folder.resolve("threads");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            try (var lines = Files.lines(dump)) {
                return lines.filter(line -> VIRTUAL.matcher(line).find()).count();
            }
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(folder);
        }
    }

    private static long residentKib() throws IOException {
        var status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return -1;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(-1);
        }
    }
}
