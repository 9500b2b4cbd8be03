package dev.fairlead.bench.workloads;

/** The way to the server. */
public enum Line {
    /** A pipe to the fast server. */
    STDIO(""),
    /** A pipe to the small server. */
    SCRIPT(""),
    /** A session over HTTP, answered by JSON. */
    JSON("/legacy/json"),
    /** A session over HTTP, answered by events. */
    EVENTS("/legacy/sse"),
    /** A session over HTTP in which the server can speak first. */
    LISTENING("/legacy/news"),
    /** HTTP without a session, answered by JSON. */
    MODERN_JSON("/json"),
    /** HTTP without a session, answered by events. */
    MODERN_EVENTS("/sse");

    private final String path;

    Line(String path) {
        this.path = path;
    }

    boolean http() {
        return !path.isEmpty();
    }

    boolean modern() {
        return this == MODERN_JSON || this == MODERN_EVENTS;
    }

    String path() {
        return path;
    }
}
