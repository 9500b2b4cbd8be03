package dev.fairlead.client.schema;

import java.util.List;

/** What a schema says about a value. */
public sealed interface Verdict {

    /** The value satisfies the schema. */
    record Valid() implements Verdict {}

    /**
     * The value breaks the schema.
     *
     * @param problems the first problems found; never empty, at most {@value CompiledSchema#MAX_PROBLEMS}
     */
    record Invalid(List<Problem> problems) implements Verdict {

        /** Copies the problems. */
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /**
     * No judgement was reached: the schema and the value together need more work than a check may take.
     *
     * @param why which limit ended the check
     */
    record TooCostly(String why) implements Verdict {}
}
