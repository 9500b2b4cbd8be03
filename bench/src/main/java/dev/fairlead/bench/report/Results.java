package dev.fairlead.bench.report;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** All that a run has seen, every round of it, so that whatever is shown can be shown again. */
public record Results(String when, String machine, String mode, int rounds, List<Measured> workloads) {

    /** Reads what {@link #write} wrote. */
    public static Results read(Path file) throws IOException {
        return Json.value(Json.parse(Files.readString(file)), Results.class);
    }

    /** Keeps it in a file. */
    public void write(Path file) throws IOException {
        Files.writeString(file, Json.write(Json.tree(this)) + "\n");
    }

    /** Tells whether it was a mere look, from which nothing can be judged. */
    boolean quick() {
        return mode.equals("quick");
    }

    /** Returns what was seen at a workload. */
    Optional<Measured> of(String id) {
        return workloads.stream().filter(measured -> measured.id().equals(id)).findFirst();
    }
}
