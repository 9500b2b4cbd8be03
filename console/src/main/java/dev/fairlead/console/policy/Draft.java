package dev.fairlead.console.policy;

import dev.fairlead.console.keep.UnreadException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A policy that is being written down. */
final class Draft {
    /** Where that comes from which no setting changes. */
    static final String BUILT_IN = "built in";

    /** Where that comes from which nobody changed, and somebody could. */
    static final String USUAL = "default";

    private final int number;
    private final String name;
    private final String title;
    private final List<PolicyFact> facts = new ArrayList<>();

    Draft(int number, String name, String title) {
        this.number = number;
        this.name = name;
        this.title = title;
    }

    /** Adds what no setting changes. */
    Draft always(String about, String holds) {
        return add(about, holds, BUILT_IN);
    }

    Draft add(String about, String holds, String from) {
        return add(about, null, holds, from);
    }

    Draft add(String about, @Nullable String server, String holds, String from) {
        facts.add(new PolicyFact(about, server, holds, from));
        return this;
    }

    /** Returns what is kept in a folder; where it could not be read, that is added as what is not known. */
    <T> Optional<T> read(String about, String what, Path folder, Reading<T> reading) {
        try {
            return Optional.of(reading.in(folder));
        } catch (UnreadException unread) {
            add(about, "%s is not known: %s".formatted(what, unread.getMessage()), folder.toString());
            return Optional.empty();
        }
    }

    /** Looks for something that is kept in a folder. */
    @FunctionalInterface
    interface Reading<T> {
        T in(Path folder) throws UnreadException;
    }

    ShownPolicy change(String... how) {
        return new ShownPolicy(number, name, title, facts, List.of(how));
    }
}
