package dev.fairlead.host;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What is left of a host in this program: threads, virtual ones included, whose names name one of its servers. */
final class Leftovers {
    private Leftovers() {}

    /** Returns the names of the threads that are there for a server. */
    static List<String> threadsOf(String server, Path folder) {
        try {
            var dump = Files.createTempFile(folder, "threads", ".json");
            Files.delete(dump); // It must not be there yet.
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
            return Json.parse(Files.readString(dump)).findValues("threads").stream()
                    .flatMap(threads -> threads.valueStream())
                    .map(thread -> thread.path("name"))
                    .map(JsonNode::asString)
                    .filter(name -> name.contains(server))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
