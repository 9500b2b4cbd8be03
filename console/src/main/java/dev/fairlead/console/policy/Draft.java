package dev.fairlead.console.policy;

import java.util.ArrayList;
import java.util.List;
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

    ShownPolicy change(String... how) {
        return new ShownPolicy(number, name, title, facts, List.of(how));
    }
}
