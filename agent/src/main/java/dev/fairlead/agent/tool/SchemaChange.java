package dev.fairlead.agent.tool;

/**
 * A difference between the schema of a server and the one that a model is told.
 *
 * @param pointer where, as a JSON Pointer into the schema with all references written out
 * @param what was done
 * @param why it was done
 * @param narrower whether the model can no longer say something that the server would take
 */
public record SchemaChange(String pointer, String what, String why, boolean narrower) {
    /** Tells it in one line. */
    @Override
    public String toString() {
        return "%s: %s (%s)".formatted(pointer.isEmpty() ? "/" : pointer, what, why);
    }
}
