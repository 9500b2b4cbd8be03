package dev.fairlead.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A published revision of MCP, oldest first. */
public enum ProtocolVersion {
    V2024_11_05("2024-11-05", Era.LEGACY),
    V2025_03_26("2025-03-26", Era.LEGACY),
    V2025_06_18("2025-06-18", Era.LEGACY),
    V2025_11_25("2025-11-25", Era.LEGACY),
    V2026_07_28("2026-07-28", Era.MODERN);

    private final String id;
    private final Era era;

    ProtocolVersion(String id, Era era) {
        this.id = id;
        this.era = era;
    }

    /** Returns the date by which the revision is known on the wire. */
    public String id() {
        return id;
    }

    /** Returns how this revision is spoken. */
    public Era era() {
        return era;
    }

    /** Finds the revision with this id. */
    public static Optional<ProtocolVersion> of(String id) {
        return Arrays.stream(values()).filter(version -> version.id.equals(id)).findFirst();
    }

    /** Lists all revisions in order of preference. */
    public static List<ProtocolVersion> newestFirst() {
        return List.of(values()).reversed();
    }

    /** Tells whether servers declare that they complete arguments; before, one had to try. */
    public boolean hasCompletionsCapability() {
        return since(V2025_03_26);
    }

    /** Tells whether a completion may name the arguments entered so far. */
    public boolean hasCompletionContext() {
        return since(V2025_06_18);
    }

    /** Tells whether tools may return structured content. */
    public boolean hasStructuredContent() {
        return since(V2025_06_18);
    }

    /** Tells whether questions to the user come as forms or as URLs, each declared by itself. */
    public boolean hasElicitationModes() {
        return since(V2025_11_25);
    }

    /** Tells whether tasks belong to the core; later they are an extension. */
    public boolean hasTasks() {
        return this == V2025_11_25;
    }

    private boolean since(ProtocolVersion first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return id;
    }
}
