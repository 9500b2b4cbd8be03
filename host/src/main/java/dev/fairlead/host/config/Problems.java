package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what there is to say about one file. */
final class Problems {
    // A hostile file could otherwise make us say more than anybody reads.
    private static final int MAX = 1_000;

    private final @Nullable Path file;
    private final List<ConfigProblem> all = new ArrayList<>();

    Problems(@Nullable Path file) {
        this.file = file;
    }

    void add(Severity severity, @Nullable Located at, @Nullable String server, String field, String message) {
        add(severity, at == null ? 0 : at.line(), at == null ? 0 : at.column(), server, field, message);
    }

    void add(Severity severity, int line, int column, @Nullable String server, String field, String message) {
        if (all.size() < MAX) {
            all.add(new ConfigProblem(severity, file, Math.max(line, 0), Math.max(column, 0), server, field, message));
        }
    }

    List<ConfigProblem> all() {
        return List.copyOf(all);
    }
}
