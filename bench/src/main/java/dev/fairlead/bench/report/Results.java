package dev.fairlead.bench.report;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * All that was seen, every round of it, so that whatever is shown can be shown again. All contenders of a workload were seen
 * in one run; workloads need not be.
 */
public record Results(List<Measured> workloads) {

    /**
     * Reads what {@link #write} wrote; nothing where there is no such file. Earlier versions did not say of each workload in
     * which run it was seen: those are left out, and it is said how many.
     */
    public static Results read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new Results(List.of());
        }
        var all = Json.parse(Files.readString(file)).path("workloads");
        var known = Json.object();
        var kept = known.putArray("workloads");
        all.valueStream().filter(one -> one.path("seen").isObject()).forEach(kept::add);
        if (kept.size() < all.size()) {
            System.err.println(
                    "%s: %s workloads of an earlier version are left out; they do not say when they were seen"
                            .formatted(file.getFileName(), all.size() - kept.size()));
        }
        return Json.value(known, Results.class);
    }

    /** Keeps it in a file. */
    public void write(Path file) throws IOException {
        Files.writeString(file, Json.write(Json.tree(this)) + "\n");
    }

    /** Returns these with newer ones, which take the place of those of the same workload. */
    public Results with(Results newer) {
        var all = new LinkedHashMap<String, Measured>();
        workloads.forEach(measured -> all.put(measured.id(), measured));
        newer.workloads.forEach(measured -> all.put(measured.id(), measured));
        return new Results(List.copyOf(all.values()));
    }

    /** Returns those of these workloads, in this order. */
    public Results of(List<String> ids) {
        return new Results(ids.stream().flatMap(id -> of(id).stream()).toList());
    }

    /** Returns what was seen at a workload. */
    Optional<Measured> of(String id) {
        return workloads.stream().filter(measured -> measured.id().equals(id)).findFirst();
    }
}
