package dev.fairlead.testkit;

/** The form in which an {@link HttpFront} answers. */
public enum Answers {
    /** One JSON object, unless something has to be said before the answer. */
    JSON,
    /** Always a stream of events. */
    SSE
}
