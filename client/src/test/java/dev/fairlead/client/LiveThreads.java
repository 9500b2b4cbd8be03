package dev.fairlead.client;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The threads that live in this program, virtual ones included. */
final class LiveThreads {
    private static final Pattern NAME = Pattern.compile("^#\\d+ \"([^\"]*)\"", Pattern.MULTILINE);

    private LiveThreads() {}

    /** Lists the names of the threads that work for the client of a server of this name. */
    static List<String> of(String server) {
        return names().filter(name -> name.startsWith("fairlead-" + server + "-"))
                .toList();
    }

    /** Lists the names of the threads that work for any client. */
    static List<String> ofClients() {
        return names().filter(name -> name.startsWith("fairlead-")).toList();
    }

    private static Stream<String> names() {
        return NAME.matcher(dump()).results().map(line -> line.group(1));
    }

    private static String dump() {
        try {
            // The file must not be there yet.
            var folder = Files.createTempDirectory("threads");
            var file = folder.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
