package dev.fairlead.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a task stands. */
public enum TaskStatus {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Returns the word on the wire. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds the status with this word. */
    public static Optional<TaskStatus> of(String id) {
        return Arrays.stream(values()).filter(status -> status.id().equals(id)).findFirst();
    }

    /** Tells whether a task stays as it is from here on. */
    public boolean terminal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
