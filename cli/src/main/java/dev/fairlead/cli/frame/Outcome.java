package dev.fairlead.cli.frame;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What came of a verb, told to people and to programs alike. */
public interface Outcome {

    /** Shows it to people. */
    void show(Page page);

    /** Adds what there is to know to the document for programs. */
    void tell(ObjectNode document);

    /** Returns what went wrong all the same; null for nothing. */
    default @Nullable Failure failure() {
        return null;
    }

    /** Returns how people are told what went wrong. */
    default String complaint(Failure failure) {
        return failure.message();
    }

    /** Returns how long it took, where that is not all the time since the verb was typed. */
    default @Nullable Duration took() {
        return null;
    }
}
